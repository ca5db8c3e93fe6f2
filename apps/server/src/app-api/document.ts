import {
  APP_API_PREFIX,
  AppErrorEnvelope,
  openApiDocument,
  ownAccountOperations,
  withinWorkspace,
  type Operation,
} from '@plumbline/contract'
import { servedVersion } from '../platform/version.ts'

const description = `The API of the web application. It changes with the application; programs should use the public API.

Sign in with \`POST /api/auth/sign-in/email\`: the response sets a session cookie, which every request must carry. Requests that change data are refused if a page of another origin sends them. Permissions depend on the role in each workspace; a workspace in which the user is not an active member is reported as not found.

Responses, errors, timestamps and lists have the same form as in the public API. Errors, and each item of \`details.errors\`, also have a \`reason\`: the key of the message and its values, so that a client can show it in another language.`

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
        description: 'Set by signing in. With https, its name starts with __Host-.',
      },
    },
    commonErrors: ['UNAUTHORIZED', 'ACCESS_ENDED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
    when: {
      UNAUTHORIZED: 'No one is signed in, or the session has ended.',
      ACCESS_ENDED: 'The person is an auditor whose access end date has passed.',
      FORBIDDEN:
        'The role or sites of the user do not permit the request, or it comes from a page of another origin.',
    },
  })
}

/** Descriptions of the tags of operations. */
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
