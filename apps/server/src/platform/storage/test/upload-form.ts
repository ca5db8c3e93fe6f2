import { request } from 'node:http'
import type { UploadTicket } from '../storage.ts'

/** A part of a multipart form; a file has a file name. */
export interface FormPart {
  readonly name: string
  readonly value: string | Uint8Array
  readonly fileName?: string
}

/** Deviations from the correct way to send a form. */
export interface SendingOptions {
  /** Sends chunks without a Content-Length. */
  readonly chunked?: boolean
  /** Content-Length to declare instead of the correct one. */
  readonly declaredLength?: number
  /** Number of bytes after which the connection is cut. */
  readonly cutAfter?: number
  /** Omits the closing boundary. */
  readonly unclosed?: boolean
  readonly contentType?: string
}

/** The response; status 0 if the connection ended without one. */
export interface FormResponse {
  readonly status: number
  readonly text: string
}

const BOUNDARY = '----plumbline-test-boundary'

/** Returns the parts of a ticket's form, in the order in which a client must send them. */
export function formOf(ticket: UploadTicket, file: Uint8Array, fileName = 'file.pdf'): FormPart[] {
  const fields = Object.entries(ticket.fields).map(([name, value]) => ({ name, value }))
  return [...fields, { name: 'file', value: file, fileName }]
}

/** Sends a form byte by byte, in ways that well-behaved clients do not permit. */
export function sendForm(
  url: string,
  parts: FormPart[],
  options: SendingOptions = {},
): Promise<FormResponse> {
  const body = bodyOf(parts, options.unclosed ?? false)
  const length = options.declaredLength ?? body.length
  return new Promise((resolve) => {
    const sending = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': options.contentType ?? `multipart/form-data; boundary=${BOUNDARY}`,
        ...(options.chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
      },
    })
    sending.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('close', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
        sending.destroy()
      })
    })
    sending.on('error', () => resolve({ status: 0, text: '' }))
    if (options.cutAfter === undefined) sending.end(body)
    else sending.write(body.subarray(0, options.cutAfter), () => sending.destroy())
  })
}

function bodyOf(parts: FormPart[], unclosed: boolean): Buffer {
  const pieces = parts.flatMap(({ name, value, fileName }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: text/html`
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces, Buffer.from(unclosed ? '' : `--${BOUNDARY}--\r\n`)])
}
