import type { Clock } from '../../../../platform/clock.ts'
import type { Config } from '../../../../platform/config.ts'
import { versionText } from '../../../../platform/version.ts'

/** An OpenID Connect provider as the settings name it. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What the button of the sign-in page calls it; null: nothing in particular. */
  readonly name: string | null
  /** Ways of signing in (`acr`) that are asked for, and of which one is required; empty: any. */
  readonly acrValues: readonly string[]
  /** Methods (`amr`), all of which are required. */
  readonly requiredAmr: readonly string[]
}

/** The provider of a deployment; undefined where people sign in by password alone. */
export function oidcSettings(config: Config): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  const { OIDC_ACR_VALUES: acrValues, OIDC_REQUIRED_AMR: requiredAmr } = config
  return { issuer, clientId, clientSecret, name: config.OIDC_NAME ?? null, acrValues, requiredAmr }
}

/** What is kept in the browser while the provider asks the person; the response must fit to it. */
export interface OidcChecks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Whom the provider says the person is. */
export interface OidcPerson {
  /** The provider, by the name that its tokens carry. */
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** Whether the provider vouches for the address. */
  readonly emailVerified: boolean
  /** How the person signed in there, as far as the provider says it (OpenID Connect Core, 2). */
  readonly acr: string | undefined
  readonly amr: readonly string[]
}

/** Name and address are all that is asked for. */
const SCOPE = 'openid email profile'

/** How long each request to the provider may take, in seconds: a person waits in front of the browser. */
const TIMEOUT_SECONDS = 10

/** Where the provider sends the browser back to; it is registered there. */
export function oidcRedirectUri(publicUrl: string): string {
  return `${publicUrl}/api/auth/oidc/callback`
}

/**
 * Reads what the provider says of itself. This is done anew for each sign-in: they are rare, and nothing
 * of it can become stale. The library is loaded only here, as most deployments have no use for it.
 * @throws when the provider cannot be reached, or is not what the settings name
 */
export async function discoverProvider({ issuer, clientId, clientSecret }: OidcSettings, clock: Clock) {
  const client = await import('openid-client')
  const authenticate: Parameters<typeof client.discovery>[3] = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_basic')
      ? client.ClientSecretBasic
      : client.ClientSecretPost
    method(clientSecret)(server, ...rest)
  }
  // Our time, which tests move, in place of the process's.
  const skew = Math.round((clock.now().getTime() - Date.now()) / 1000)
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockSkew]: skew },
    authenticate,
    {
      timeout: TIMEOUT_SECONDS,
      [client.customFetch]: (url, request) => {
        const headers = { ...request.headers, 'user-agent': `Plumbline/${versionText()}` }
        return fetch(url, { ...request, headers } as RequestInit)
      },
      execute: [
        // The signature of the id token is checked even though TLS has brought it from the provider.
        client.enableNonRepudiationChecks,
        // Settings admit http for a provider on this machine alone.
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  )
  return { client, configuration }
}

type Discovered = Awaited<ReturnType<typeof discoverProvider>>

/** The address at the provider that asks the person, and what its response will be checked against. */
export async function askProvider(
  { client, configuration }: Discovered,
  publicUrl: string,
  acrValues: readonly string[] = [],
): Promise<{ address: string; checks: OidcChecks }> {
  const checks = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: oidcRedirectUri(publicUrl),
    scope: SCOPE,
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
    ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
  })
  return { address: address.href, checks }
}

/**
 * Takes the provider's response, exchanges its code, and checks the id token: issuer, audience, times, nonce
 * and signature.
 * @throws when anything of it is not valid
 */
export async function readResponse(
  { client, configuration }: Discovered,
  response: URL,
  { state, nonce, verifier }: OidcChecks,
): Promise<OidcPerson> {
  const tokens = await client.authorizationCodeGrant(configuration, response, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('the provider sent no id token')
  // Providers may leave the address to the userinfo endpoint (OpenID Connect Core, 5.4).
  const identity =
    claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims
  const { email, email_verified: verified } = identity as { email?: unknown; email_verified?: unknown }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' && email !== '' ? email : undefined,
    // Some providers write the word instead of the value.
    emailVerified: verified === true || verified === 'true',
    // Of the signed token alone.
    acr: typeof claims['acr'] === 'string' ? claims['acr'] : undefined,
    amr: Array.isArray(claims['amr']) ? claims['amr'].map(String) : [],
  }
}

/** Whether a person signed in at the provider in a way that the settings require. */
export function isStrongEnough(
  { acrValues, requiredAmr }: Pick<OidcSettings, 'acrValues' | 'requiredAmr'>,
  { acr, amr }: Pick<OidcPerson, 'acr' | 'amr'>,
): boolean {
  const isAcr = acrValues.length === 0 || (acr !== undefined && acrValues.includes(acr))
  return isAcr && requiredAmr.every((method) => amr.includes(method))
}

/** Whether the provider itself said no, or the person there did. */
export function isProvidersRefusal({ client }: Discovered, error: unknown): boolean {
  return error instanceof client.AuthorizationResponseError
}
