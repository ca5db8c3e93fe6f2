import type { CallOptions, Client } from './client.ts'
import type { Operations } from './contract-types.ts'
import { ConnectionError, TimeoutError, UnexpectedResponseError } from './errors.ts'
import type { Fetch } from './exchange.ts'
import { wait } from './wait.ts'

/** A document as the API returns it. */
export type Document = Operations['registerDocument']['reply']

type Registration = Operations['registerDocument']['body']

/** A file and its metadata, under the names of the API. */
export type DocumentToUpload = Operations['registerDocument']['params'] &
  Omit<Registration, 'key'> & {
    readonly file: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer
    /** One of the types listed by the operation createDocumentUploadUrl; defaults to the type of the Blob. */
    readonly content_type?: string | undefined
  }

/** Options of an upload, in addition to its input. */
export interface UploadOptions extends CallOptions {
  /** Time limit for one attempt to send the file, in milliseconds; 300,000 by default. */
  readonly uploadTimeoutMs?: number | undefined
  /** The function that sends the file; the platform's `fetch` by default. */
  readonly fetch?: Fetch | undefined
}

/** Attempts to send the file: sending it again to the same address puts the same file there. */
const ATTEMPTS = 3
const RETRY_DELAY_MS = 1000

/**
 * Uploads a document in three steps: requests a URL, sends the file there, and registers it.
 *
 * @throws what the client throws; UnexpectedResponseError if the storage refuses the file
 */
export async function uploadDocument(
  client: Client,
  { instrument_id, file, content_type, ...described }: DocumentToUpload,
  { fetch: send = fetch, uploadTimeoutMs = 300_000, ...call }: UploadOptions = {},
): Promise<Document> {
  const params = { instrument_id }
  const blob = file instanceof Blob ? file : new Blob([file])
  const type = content_type ?? (blob.type || undefined)
  const body = {
    file_name: described.file_name,
    size_bytes: blob.size,
    ...(type !== undefined && { content_type: type }),
  }
  const { upload_url, fields, key } = await client.createDocumentUploadUrl({ params, body }, call)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', blob, described.file_name)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sendFile(send, upload_url, form, uploadTimeoutMs, call.signal)
      break
    } catch (error) {
      call.signal?.throwIfAborted()
      const isFinal = error instanceof UnexpectedResponseError && error.status < 500
      if (attempt === ATTEMPTS || isFinal) throw error
      await wait(RETRY_DELAY_MS * attempt, call.signal)
    }
  }
  return client.registerDocument({ params, body: { ...described, key } }, call)
}

async function sendFile(
  send: Fetch,
  url: string,
  form: FormData,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const limit = AbortSignal.timeout(timeoutMs)
  let response: Response
  let text: string
  try {
    const ends = signal ? AbortSignal.any([signal, limit]) : limit
    response = await send(url, { method: 'POST', body: form, signal: ends, redirect: 'manual' })
    text = await response.text()
  } catch (cause) {
    if (limit.aborted) throw new TimeoutError(`The file was not taken within ${timeoutMs} ms.`, { cause })
    throw new ConnectionError('The storage could not be reached.', { cause })
  }
  if (!response.ok)
    throw new UnexpectedResponseError(
      response.status,
      response.headers.get('content-type') ?? undefined,
      text,
    )
}
