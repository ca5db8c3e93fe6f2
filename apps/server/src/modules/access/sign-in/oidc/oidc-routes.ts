import type { oidcOperations, SignInMethods } from '@plumbline/contract'
import { notFound } from '../../../../platform/errors.ts'
import type { Response, Handlers } from '../../../../platform/http/index.ts'
import type { OidcSettings } from './oidc-provider.ts'
import { finishOidc, startOidc, type OidcParts, type SentOn } from './oidc-sign-in.ts'
import type { SignInParts } from '../sign-in.ts'
import { browserOf, type Visitor } from '../sign-in-routes.ts'

/** Handlers of signing in through an identity provider, if one is configured. */
export function oidcRoutes(
  parts: SignInParts & { readonly oidc: OidcSettings | undefined },
): Handlers<typeof oidcOperations, Visitor> {
  const { oidc } = parts
  const withProvider = (): OidcParts => {
    if (!oidc) throw notFound()
    return { ...parts, oidc }
  }
  return {
    getSignInMethods: async () => ({
      body: { oidc: oidc ? { name: oidc.name } : null } satisfies SignInMethods,
    }),
    startOidc: async ({ caller, query }) =>
      responseOf(await startOidc(withProvider(), browserOf(caller.request), query.next)),
    finishOidc: async ({ caller, query }) =>
      responseOf(await finishOidc(withProvider(), browserOf(caller.request), query)),
  }
}

function responseOf({ location, cookies }: SentOn): Response {
  return { headers: { location, 'set-cookie': cookies } }
}
