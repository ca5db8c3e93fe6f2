import type { Socket } from 'node:net'
import { RESPONSE_BYTES_MAX } from '../rules/response-snippet.ts'

/** Interim responses of one attempt; real receivers send one or two. */
export const INTERIM_RESPONSES_MAX = 16

/** Head of a response, as the client reads it. */
export const HEAD_BYTES_MAX = 16_384

/** Of one response with everything around it: interim responses, blank lines, frames of chunks, trailers. */
const WHOLE_BYTES_MAX = HEAD_BYTES_MAX + RESPONSE_BYTES_MAX

/** Each piece that arrives alone costs as much as a page of text, however small it is. */
const PIECES_MAX = 256

/** What TLS adds, from certificates to session tickets, is no part of the response and still work. */
const NETWORK_BYTES_MAX = 4 * WHOLE_BYTES_MAX

/** How often is looked at connections on which nothing arrives that could be read. */
const LOOK_EVERY_MS = 250

/** The receiver sent more than a response may have; failures are identified by the code. */
export class ResponseTooLongError extends Error {
  override readonly name = 'ResponseTooLongError'
  readonly code = 'RESPONSE_TOO_LONG'
}

/**
 * Cuts the connection when the receiver sends more after a request than one response may have, whether or not the
 * HTTP client takes any notice of it: the client skips blank lines, reasons and extensions of chunks of any length.
 * @param socket what the client reads
 * @param network the connection below, the same one without TLS
 */
export function limitResponses(socket: Socket, network: Socket): void {
  let written = socket.bytesWritten
  let pieces = 0
  const response = new Counter(() => socket.bytesRead)
  const traffic = new Counter(() => network.bytesRead)
  const look = (): void => {
    // One request at a time is on a connection, so whatever was written since is the next one.
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      pieces = 0
      response.begin()
      traffic.begin()
    }
    const bytes = response.look()
    const isTooLong = bytes > WHOLE_BYTES_MAX || pieces > PIECES_MAX || traffic.look() > NETWORK_BYTES_MAX
    if (isTooLong) socket.destroy(new ResponseTooLongError('more than one response may have'))
  }
  // Before the client's own listener, and without the change of mode that `on` would bring with it.
  socket.prependListener('readable', () => {
    pieces += 1
    look()
  })
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  socket.once('close', () => clearInterval(timer))
}

/** Counts what came since the request; what was not looked at when it began belongs to its response. */
class Counter {
  readonly #total: () => number
  #began = 0
  #seen = 0

  constructor(total: () => number) {
    this.#total = total
  }

  begin(): void {
    this.#began = this.#seen
  }

  look(): number {
    this.#seen = this.#total()
    return this.#seen - this.#began
  }
}
