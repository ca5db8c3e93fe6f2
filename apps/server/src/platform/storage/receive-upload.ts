import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { addAbortSignal, finished, type Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { because, type RefusalReason } from '@plumbline/contract'
import { ApiError, UnavailableError, unusableValue } from '../errors.ts'
import type { UnfinishedFile } from './durable-file.ts'
import { uploadFields, type UploadGrant } from './signed-address.ts'
import { UPLOAD_BYTES_MAX } from './storage.ts'

/** What an upload is checked against, and where it is written. */
export interface UploadTarget {
  /**
   * Reads the ticket from the form fields.
   * @throws ApiError
   */
  admit(fields: ReadonlyMap<string, string>): UploadGrant
  open(): Promise<UnfinishedFile>
  place(file: UnfinishedFile, key: string): Promise<void>
}

/** A complete file whose form has not ended yet. */
interface Arrival {
  readonly file: UnfinishedFile
  readonly key: string
}

/**
 * Reads a multipart form whose fields are a ticket and whose last part is the file. Stores the file if the whole form
 * is valid; otherwise nothing remains. Bytes are written to disk as they arrive, but only after the ticket has been
 * validated.
 * @throws ApiError for problems with form, ticket or size; StorageUnavailable
 */
export async function receiveUpload(source: IncomingMessage, target: UploadTarget): Promise<void> {
  const refusal = new AbortController()
  let arrival: Promise<Arrival> | undefined
  try {
    const parser = openParser(source)
    const fields = watchForm(source, parser, refusal)
    parser.on('file', (_name, stream) => {
      arrival = saveFile(stream, fields, target, refusal.signal)
      arrival.catch((reason: unknown) => refusal.abort(reason))
    })
    const parsed = once(parser, 'finish', { signal: refusal.signal })
    source.pipe(parser)
    await parsed
    if (!arrival) throw unusableValue('file', because('upload.no_file'))
    const { file, key } = await arrival
    refusal.signal.throwIfAborted()
    await target.place(file, key)
  } catch (reason) {
    // The first reason counts: later ones only follow from it in the other streams.
    refusal.abort(reason)
    drain(source)
    await arrival?.then(
      ({ file }) => file.discard(),
      () => undefined,
    )
    throw refusal.signal.reason
  }
}

/** Maximum size of a form: a file of maximum size, plus the fields, part headers and boundaries. */
const FORM_BYTES_MAX = UPLOAD_BYTES_MAX + 64 * 1024

const FORM_LIMITS = {
  files: 1,
  // One more than allowed, so that a superfluous one can be named.
  fields: uploadFields.length + 1,
  parts: uploadFields.length + 3,
  // The longest valid value is a key of 512 characters.
  fieldSize: 1024,
  headerPairs: 16,
  headerSize: 8 * 1024,
} as const

function openParser(source: IncomingMessage): BusboyInstance {
  const type = source.headers['content-type'] ?? ''
  if (Number(source.headers['content-length'] ?? 0) > FORM_BYTES_MAX) throw tooLarge(UPLOAD_BYTES_MAX)
  try {
    return new Busboy({
      headers: { ...source.headers, 'content-type': type },
      limits: FORM_LIMITS,
      isPartAFile: (name) => name === 'file',
    })
  } catch (cause) {
    throw notAForm(cause)
  }
}

/** Refuses forms with unexpected parts, and collects the fields until the file begins. */
function watchForm(
  source: IncomingMessage,
  parser: BusboyInstance,
  refusal: AbortController,
): Map<string, string> {
  const fields = new Map<string, string>()
  const refuse = (reason: ApiError) => refusal.abort(reason)
  let fileBegan = false
  let formBytes = 0
  parser.on('file', () => (fileBegan = true))
  parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (fileBegan) refuse(unusableValue(name, because('upload.file_not_last')))
    else if (!isUploadField(name)) refuse(unusableValue(name, because('upload.field_foreign')))
    else if (fields.has(name)) refuse(unusableValue(name, because('upload.field_twice')))
    else if (valueTruncated) refuse(unusableValue(name, because('upload.field_too_long')))
    else fields.set(name, value)
  })
  parser.on('filesLimit', () => refuse(unusableValue('file', because('upload.many_files'))))
  for (const limit of ['fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => refuse(malformed(because('upload.many_parts'))))
  }
  parser.on('error', (cause) => refuse(malformed(because('upload.no_form'), cause)))
  finished(source, { writable: false }, (cause) => {
    if (cause) refuse(malformed(because('upload.cut_off'), cause))
  })
  source.on('data', (chunk: Buffer) => {
    formBytes += chunk.length
    if (formBytes > FORM_BYTES_MAX) refuse(tooLarge(UPLOAD_BYTES_MAX))
  })
  return fields
}

async function saveFile(
  stream: Readable,
  fields: ReadonlyMap<string, string>,
  target: UploadTarget,
  refused: AbortSignal,
): Promise<Arrival> {
  // The stream can fail before it is read; without a listener that would end the process.
  stream.on('error', () => undefined)
  addAbortSignal(refused, stream)
  const grant = target.admit(fields)
  const file = await target.open()
  try {
    await writeStream(stream, file, grant.sizeBytesMax)
    return { file, key: grant.key }
  } catch (error) {
    await file.discard()
    if (error instanceof ApiError || error instanceof UnavailableError) throw error
    throw malformed(because('upload.cut_off'), error)
  }
}

async function writeStream(stream: Readable, file: UnfinishedFile, sizeBytesMax: number): Promise<void> {
  let sizeBytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > sizeBytesMax) throw tooLarge(sizeBytesMax)
    await file.write(chunk)
  }
  if (sizeBytes === 0) throw unusableValue('file', because('upload.empty'))
}

/** How much of a refused form is still read, so that clients that send all of it get the response. */
const DRAIN_BYTES_MAX = UPLOAD_BYTES_MAX

function drain(source: IncomingMessage): void {
  let drainedBytes = 0
  source.unpipe()
  source.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.length
    if (drainedBytes > DRAIN_BYTES_MAX) source.destroy()
  })
  source.resume()
}

function isUploadField(name: string): boolean {
  return uploadFields.some((field) => field === name)
}

/** 422 for a body of another type. */
export function notAForm(cause: unknown): ApiError {
  return malformed(because('upload.not_multipart'), cause)
}

function tooLarge(maxSizeBytes: number): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', {
    reason: because('upload.too_large'),
    details: { max_size_bytes: maxSizeBytes },
  })
}

function malformed(reason: RefusalReason, cause?: unknown): ApiError {
  return new ApiError('INVALID_REQUEST', { status: 422, reason, cause })
}
