import type { Socket } from 'node:net'
import { RESPONSE_BYTES_MAX } from '../rules/response-snippet.ts'

/** Maximum number of interim responses per attempt; real receivers send one or two. */
export const INTERIM_RESPONSES_MAX = 16

/** Maximum size of a response's head, as the HTTP client reads it. */
export const HEAD_BYTES_MAX = 16_384

/** Maximum size of one response with everything around it: interim responses, blank lines, chunk framing, trailers. */
const WHOLE_BYTES_MAX = HEAD_BYTES_MAX + RESPONSE_BYTES_MAX

/** Each separately received piece costs as much as a page of text, however small it is. */
const PIECES_MAX = 256

/** TLS overhead, from certificates to session tickets, is not part of the response but still costs work. */
const NETWORK_BYTES_MAX = 4 * WHOLE_BYTES_MAX

/** How often to check connections on which no readable data arrives. */
const POLL_EVERY_MS = 250

/** The receiver sent more than a response may contain; failures are identified by the code. */
export class ResponseTooLongError extends Error {
  override readonly name = 'ResponseTooLongError'
  readonly code = 'RESPONSE_TOO_LONG'
}

/**
 * Closes the connection if the receiver sends more after a request than one response may contain, whether or not the
 * HTTP client notices: the client skips blank lines, reason phrases and chunk extensions of any length.
 * @param socket what the client reads
 * @param network the underlying connection, the same one without TLS
 */
export function limitResponses(socket: Socket, network: Socket): void {
  let written = socket.bytesWritten
  let pieces = 0
  const response = new Counter(() => socket.bytesRead)
  const traffic = new Counter(() => network.bytesRead)
  const check = (): void => {
    // A connection carries one request at a time, so anything written since then is the next one.
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      pieces = 0
      response.begin()
      traffic.begin()
    }
    const bytes = response.read()
    const isTooLong = bytes > WHOLE_BYTES_MAX || pieces > PIECES_MAX || traffic.read() > NETWORK_BYTES_MAX
    if (isTooLong) socket.destroy(new ResponseTooLongError('more than one response may have'))
  }
  // Before the client's own listener, and without the mode change that `on` would cause.
  socket.prependListener('readable', () => {
    pieces += 1
    check()
  })
  const timer = setInterval(check, POLL_EVERY_MS).unref()
  socket.once('close', () => clearInterval(timer))
}

/** Counts the bytes received since the request; those not read when it started belong to its response. */
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

  read(): number {
    this.#seen = this.#total()
    return this.#seen - this.#began
  }
}
