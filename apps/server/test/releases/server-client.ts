import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { APP_API_PREFIX, PUBLIC_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import { HANG_MS } from '@plumbline/testing'

/** Members of a body or of a response. */
export type Json = Record<string, any>

/** Sends requests to one of the APIs of a running server, as one caller. */
export interface ServerClient {
  /** Sends a request and returns the JSON of a successful response. Throws for any other response. */
  send(method: string, path: string, body?: unknown): Promise<Json>
  /** Reads a file. Throws unless the response is 200. */
  file(path: string): Promise<Buffer>
}

/** Returns a client of the public API with a key. */
export function publicClient(origin: string, key: string): ServerClient {
  return client(`${origin}${PUBLIC_API_PREFIX}`, { authorization: `Bearer ${key}` })
}

/** Returns a client of the app API of one workspace, signed in by password. */
export async function appClient(
  origin: string,
  workspaceId: string,
  signIn: { email: string; password: string },
): Promise<ServerClient> {
  const cookie = await signInCookie(origin, signIn)
  return client(`${origin}${APP_API_PREFIX}/workspaces/${workspaceId}`, { cookie })
}

/** Returns a client for operations of a signed-in person outside a workspace. */
export async function personClient(
  origin: string,
  signIn: { email: string; password: string },
): Promise<ServerClient> {
  return client(`${origin}${APP_API_PREFIX}`, { cookie: await signInCookie(origin, signIn) })
}

/** Returns a client for operations without sign-in. */
export function visitorClient(origin: string): ServerClient {
  return client(`${origin}${SIGN_IN_PREFIX}`, {})
}

async function signInCookie(origin: string, signIn: { email: string; password: string }): Promise<string> {
  const response = await fetch(`${origin}${SIGN_IN_PREFIX}/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signIn),
  })
  if (response.status !== 200) throw new Error(`signing in as ${signIn.email}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

function client(base: string, headers: Record<string, string>): ServerClient {
  const request = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...headers,
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    send: async (method, path, body) => {
      const text = await (await request(method, path, body)).text()
      return text === '' ? {} : (JSON.parse(text) as Json)
    },
    file: async (path) => Buffer.from(await (await request('GET', path)).arrayBuffer()),
  }
}

/** A file to upload. */
export interface UploadedFile {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Uploads a file with the ticket that an operation returned for it. */
export async function uploadFile(ticket: Json, { fileName, bytes }: UploadedFile): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(ticket['fields'] as Json)) form.set(name, value as string)
  form.set('file', new Blob([bytes]), fileName)
  const sent = await fetch(ticket['upload_url'] as string, { method: 'POST', body: form })
  if (sent.status !== 204) throw new Error(`uploading ${fileName}: ${sent.status} ${await sent.text()}`)
}

/** Uploads a file and registers it as a document of an instrument or a provider, by its path. Returns the document. */
export async function uploadDocument(
  by: ServerClient,
  of: string,
  document: UploadedFile,
  registration: Json = {},
): Promise<Json> {
  const { fileName, contentType } = document
  const ticket = await by.send('POST', `${of}/documents/upload-url`, {
    file_name: fileName,
    content_type: contentType,
  })
  await uploadFile(ticket, document)
  return await by.send('POST', `${of}/documents`, {
    key: ticket['key'],
    file_name: fileName,
    ...registration,
  })
}

/** Polling interval of `until`. */
const POLL_MS = 100

/** Polls until the response is there; for scripts, which have no clock that they could move. Throws if it hangs. */
export async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < HANG_MS / POLL_MS; tries += 1) {
    if (await isThere()) return
    await delay(POLL_MS)
  }
  throw new Error(`${what} did not happen within ${HANG_MS / 1000} s`)
}
