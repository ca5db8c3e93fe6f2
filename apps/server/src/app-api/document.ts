import {
  APP_API_PREFIX,
  AppErrorEnvelope,
  openApiDocument,
  ownAccountOperations,
  withinWorkspace,
  type Operation,
} from '@plumbline/contract'
import { servedVersion } from '../platform/version.ts'

const description = `What the web application works with; it changes with the application. Programs use the public API.

Sign in with \`POST /api/auth/sign-in/email\`: the response sets a session cookie that every request carries. A request that changes something is refused when a page of another origin sends it. What a person may do follows from the role in each workspace; a workspace of which they are no active member is not there for them.

Responses, errors, timestamps and lists have the form of the public API. Errors, and each of \`details.errors\`, also carry \`reason\`: the key of their sentence and the values in it, by which a client can say it in another language.`

/** The OpenAPI document of the app API, with the operations of a workspace that are served. */
export function appApiDocument(served: Readonly<Record<string, Operation>>) {
  return openApiDocument({
    title: 'Plumbline app API',
    version: servedVersion('1.0.0'),
    description,
    basePath: APP_API_PREFIX,
    tags: tagsOf({ ...ownAccountOperations, ...served }),
    errorEnvelope: AppErrorEnvelope,
    operations: { ...ownAccountOperations, ...withinWorkspace(served) },
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'plumbline.session_token',
        description: 'Set by signing in; behind https its name begins with __Host-.',
      },
    },
    commonErrors: ['UNAUTHORIZED', 'ACCESS_ENDED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
    when: {
      UNAUTHORIZED: 'Nobody is signed in, or the session has ended.',
      ACCESS_ENDED: 'The person is an auditor whose access end date has passed.',
      FORBIDDEN: 'The role or the sites of the person do not permit it, or a page of another origin asks.',
    },
  })
}

/** What the words that operations are grouped by stand for. */
const TAGS: Readonly<Record<string, string>> = {
  Account: 'The person who is signed in.',
  Workspace: 'The workspace and its settings.',
  People: 'Members of the workspace and their roles.',
  'API keys': 'Keys of the public API.',
  Activity: 'The ledger as a log of who did what.',
}

function tagsOf(operations: Readonly<Record<string, Operation>>): { name: string; description: string }[] {
  const names = new Set(Object.values(operations).map(({ tag }) => tag))
  return [...names].map((name) => ({ name, description: TAGS[name] ?? `${name}, as in the public API.` }))
}
