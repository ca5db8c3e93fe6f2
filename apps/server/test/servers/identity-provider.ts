import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { TestClock } from '../clock.ts'

/** The provider's data about a person who signs in there. */
export interface ProviderPerson {
  sub: string
  email?: string | undefined
  email_verified?: boolean | string | undefined
}

/** A small OpenID Connect provider: discovery, keys, authorization code with PKCE, userinfo. */
export interface IdentityProvider {
  issuer: string
  /** Settings of a server that uses it. */
  settings: Record<string, string>
  /** The person who is signed in there. */
  person: ProviderPerson
  /** Changes or removes claims of the next ID tokens. */
  tamper: (claims: Record<string, unknown>) => Record<string, unknown>
  /** Whether it signs with a key that is not published. */
  forges: boolean
  /** Whether data about the person is only returned by the userinfo endpoint, not in the ID token. */
  keepsToUserinfo: boolean
  /** The issuer in its responses; a test can set another one. */
  callsItself: string
  /** Accepts or denies as the person there; returns the URL to which the browser is redirected. */
  decide(authorizationUrl: string, yes?: boolean): Promise<string>
}

const CLIENT = { id: 'plumbline', secret: 'the secret of the client: with %signs & more' }
const KEY_ID = 'first'

interface Grant {
  nonce: string
  challenge: string
  redirectUri: string
}

/** Starts a provider for the tests of a file, with the time of their clock, and stops it after them. */
export async function startIdentityProvider(clock: () => TestClock): Promise<IdentityProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider: IdentityProvider = {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    person: { sub: 'subject-1' },
    tamper: (claims) => claims,
    forges: false,
    keepsToUserinfo: false,
    callsItself: issuer,
    decide: async (address, yes = true) => {
      const decided = address.replace('/authorize?', yes ? '/yes?' : '/no?')
      return (await fetch(decided, { redirect: 'manual' })).headers.get('location')!
    },
  }
  const responses = new Responses(provider, clock)
  server.on('request', (request, response) => void responses.respond(request, response))
  return provider
}

/** The responses of a provider, with its signing keys and the codes that it issued. */
class Responses {
  readonly #provider: IdentityProvider
  readonly #clock: () => TestClock
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  readonly #grants = new Map<string, Grant>()

  constructor(provider: IdentityProvider, clock: () => TestClock) {
    this.#provider = provider
    this.#clock = clock
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { issuer, callsItself, person } = this.#provider
    const url = new URL(request.url!, issuer)
    const body = new URLSearchParams(await textOf(request))
    const pages: Record<string, () => void> = {
      '/.well-known/openid-configuration': () => json(response, metadata(callsItself, issuer)),
      '/keys': () => json(response, { keys: [this.#publicKey()] }),
      '/authorize': () => askPage(response, url),
      '/yes': () => sendBack(response, url, { code: grant(this.#grants, url) }),
      '/no': () => sendBack(response, url, { error: 'access_denied' }),
      '/token': () => this.#exchange(request, response, body),
      '/userinfo': () => json(response, person),
    }
    const page = pages[url.pathname]
    if (page) page()
    else json(response, {}, 404)
  }

  #publicKey(): object {
    return { ...this.#keys.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }
  }

  #exchange(request: IncomingMessage, response: ServerResponse, body: URLSearchParams): void {
    const code = body.get('code') ?? ''
    const given = this.#grants.get(code)
    this.#grants.delete(code)
    if (!isOurClient(request)) return json(response, { error: 'invalid_client' }, 401)
    if (!given || !fits(given, body)) return json(response, { error: 'invalid_grant' }, 400)
    const { forges, tamper } = this.#provider
    const key = forges ? this.#foreign.privateKey : this.#keys.privateKey
    json(response, {
      access_token: 'an access token',
      token_type: 'Bearer',
      id_token: signed(tamper(this.#claims(given)), key),
    })
  }

  #claims({ nonce }: Grant): Record<string, unknown> {
    const { issuer, person, keepsToUserinfo } = this.#provider
    const now = Math.floor(this.#clock().now().getTime() / 1000)
    const known = keepsToUserinfo ? { sub: person.sub } : person
    return { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce, ...known }
  }
}

/** Whether a code is redeemed by the program that requested it (RFC 7636, 4.6). */
function fits({ challenge, redirectUri }: Grant, body: URLSearchParams): boolean {
  const verifier = createHash('sha256')
    .update(body.get('code_verifier') ?? '')
    .digest('base64url')
  return verifier === challenge && body.get('redirect_uri') === redirectUri
}

function metadata(issuer: string, origin: string): object {
  return {
    issuer,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
    userinfo_endpoint: `${origin}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }
}

/** Sends the page that a person sees at the provider. */
function askPage(response: ServerResponse, url: URL): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  const way = (path: string, words: string) =>
    `<a href="${path}${url.search.replaceAll('&', '&amp;')}">${words}</a>`
  response.end(
    `<!doctype html><title>Provider</title><h1>Provider</h1>${way('/yes', 'Continue')} ${way('/no', 'Refuse')}`,
  )
}

function grant(grants: Map<string, Grant>, { searchParams: asked }: URL): string {
  const code = randomBytes(16).toString('base64url')
  grants.set(code, {
    nonce: asked.get('nonce') ?? '',
    challenge: asked.get('code_challenge') ?? '',
    redirectUri: asked.get('redirect_uri') ?? '',
  })
  return code
}

function sendBack(response: ServerResponse, { searchParams: asked }: URL, reply: Record<string, string>) {
  const back = new URL(asked.get('redirect_uri')!)
  for (const [name, value] of Object.entries(reply)) back.searchParams.set(name, value)
  back.searchParams.set('state', asked.get('state') ?? '')
  response.writeHead(302, { location: back.href }).end()
}

/** Whether the client authenticates by HTTP Basic, with both parts form-encoded (RFC 6749, 2.3.1). */
function isOurClient({ headers }: IncomingMessage): boolean {
  const [id, secret] = Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64')
    .toString()
    .split(':')
    .map((half) => decodeURIComponent(half.replaceAll('+', ' ')))
  return id === CLIENT.id && secret === CLIENT.secret
}

function signed(claims: object, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const input = `${part({ alg: 'RS256', kid: KEY_ID })}.${part(claims)}`
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
}

function json(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
