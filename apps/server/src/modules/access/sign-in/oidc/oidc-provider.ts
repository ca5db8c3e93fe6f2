import type { Clock } from '../../../../platform/clock.ts'
import type { Config } from '../../../../platform/config.ts'
import { versionText } from '../../../../platform/version.ts'

/** An OpenID Connect provider as configured. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Its name on the button of the sign-in page; null for a generic label. */
  readonly name: string | null
  /** Requested authentication contexts (`acr`), one of which is required; empty: any. */
  readonly acrValues: readonly string[]
  /** Authentication methods (`amr`), all of which are required. */
  readonly requiredAmr: readonly string[]
}

/** Returns the provider of a deployment; undefined if people sign in only with passwords. */
export function oidcSettings(config: Config): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  const { OIDC_ACR_VALUES: acrValues, OIDC_REQUIRED_AMR: requiredAmr } = config
  return { issuer, clientId, clientSecret, name: config.OIDC_NAME ?? null, acrValues, requiredAmr }
}

/** Stored in the browser while the provider authenticates the person; the response must match it. */
export interface OidcChecks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The person according to the provider. */
export interface OidcPerson {
  /** The provider, by the issuer name in its tokens. */
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  /** Whether the provider vouches for the address. */
  readonly emailVerified: boolean
  /** How the person signed in there, if the provider states it (OpenID Connect Core, 2). */
  readonly acr: string | undefined
  readonly amr: readonly string[]
}

/** Only name and address are requested. */
const SCOPE = 'openid email profile'

/** Timeout of each request to the provider, in seconds, because a person is waiting. */
const TIMEOUT_SECONDS = 10

/** Returns the redirect URI to register at the provider. */
export function oidcRedirectUri(publicUrl: string): string {
  return `${publicUrl}/api/auth/oidc/callback`
}

/**
 * Reads the provider's metadata. This is repeated for each sign-in: they are rare, and nothing can become stale. The
 * library is loaded only here, because most deployments do not need it.
 * @throws if the provider cannot be reached, or does not match the settings
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
  // Uses this server's clock, which tests move, instead of the process's.
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
        // The signature of the ID token is checked even though it came from the provider over TLS.
        client.enableNonRepudiationChecks,
        // The settings allow http only for a provider on this machine.
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  )
  return { client, configuration }
}

type Discovered = Awaited<ReturnType<typeof discoverProvider>>

/** Returns the URL at the provider, and what its response will be checked against. */
export async function requestAuthorization(
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
 * Processes the provider's response: exchanges its code, and checks the ID token: issuer, audience, times, nonce and
 * signature.
 * @throws if any of it is invalid
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
  // Providers may return the address only from the userinfo endpoint (OpenID Connect Core, 5.4).
  const identity =
    claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims
  const { email, email_verified: verified } = identity as { email?: unknown; email_verified?: unknown }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' && email !== '' ? email : undefined,
    // Some providers send a string instead of a boolean.
    emailVerified: verified === true || verified === 'true',
    // Only from the signed token.
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

/** Whether the provider itself, or the person there, refused. */
export function isProvidersRefusal({ client }: Discovered, error: unknown): boolean {
  return error instanceof client.AuthorizationResponseError
}
