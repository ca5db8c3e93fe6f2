import type { oneTimeLinkOperations, ResetLinkPerson } from '@plumbline/contract'
import type { Handlers } from '../../platform/http/index.ts'
import type { AccessParts } from './app-routes.ts'
import type { Person } from './people-store.ts'
import { personOfResetLink, resetPassword, type OpenedLink } from './reset-password.ts'
import type { Visitor } from './sign-in-routes.ts'

/** Handlers of what people do through links that work once. */
export function oneTimeLinkRoutes(parts: AccessParts): Handlers<typeof oneTimeLinkOperations, Visitor> {
  return {
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
