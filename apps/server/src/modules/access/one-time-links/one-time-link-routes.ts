import type {
  oneTimeLinkOperations,
  ResetLinkPerson,
  SetupOffer,
  SetUpResponse,
  StandardSummary,
} from '@plumbline/contract'
import type { Handlers } from '../../../platform/http/index.ts'
import type { Person } from '../people-store.ts'
import { personOfResetLink, resetPassword, type OpenedLink } from './reset-password.ts'
import { requireSetupLink, setUp, type SetUpParts } from './set-up.ts'
import type { Visitor } from '../sign-in/sign-in-routes.ts'

/** What the operations of links that work once are made of. */
export interface OneTimeLinkParts extends SetUpParts {
  /** The standards that a workspace can select, in the order in which they are offered. */
  readonly standards: readonly StandardSummary[]
}

/** Handlers of what people do through links that work once. */
export function oneTimeLinkRoutes(parts: OneTimeLinkParts): Handlers<typeof oneTimeLinkOperations, Visitor> {
  return {
    checkSetupLink: async ({ caller, body }) => {
      await requireSetupLink(parts, opened(caller, body.token))
      return { body: { standards: [...parts.standards] } satisfies SetupOffer }
    },
    setUp: async ({ caller, body }) => {
      const userAgent = String(caller.request.headers['user-agent'] ?? '')
      const made = await setUp(parts, { ...opened(caller, body.token), userAgent }, body)
      const response: SetUpResponse = { ...presentPerson(made.admin), workspace_id: made.workspaceId }
      return { body: response, headers: { 'set-cookie': made.cookies } }
    },
    checkResetLink: async ({ caller, body }) => ({
      body: presentPerson(await personOfResetLink(parts, opened(caller, body.token))),
    }),
    resetPassword: async ({ caller, body }) => ({
      body: presentPerson(await resetPassword(parts, opened(caller, body.token), body.password)),
    }),
  }
}

function opened({ request }: Visitor, token: string): OpenedLink {
  return { token, address: request.ip }
}

function presentPerson({ personId: id, email, name }: Person): ResetLinkPerson {
  return { user: { id, email, name } }
}
