import type { Socket } from 'node:net'
import { RESPONSE_BYTES_MAX } from '../rules/response-snippet.ts'

/** Interim responses of one attempt; real receivers send one or two. */
export const INTERIM_ANSWERS_MAX = 16

/** Head of an answer, as the client reads it. */
export const HEAD_BYTES_MAX = 16_384

/** Of one answer with everything around it: interim responses, blank lines, frames of chunks, trailers. */
const ANSWER_BYTES_MAX = HEAD_BYTES_MAX + RESPONSE_BYTES_MAX

/** Each piece that arrives alone costs as much as a page of text, however small it is. */
const PIECES_MAX = 256

/** What TLS adds, from certificates to session tickets, is no part of the answer and still work. */
const NETWORK_BYTES_MAX = 4 * ANSWER_BYTES_MAX

/** How often is looked at connections on which nothing arrives that could be read. */
const LOOK_EVERY_MS = 250

/** The receiver sent more than a response may have; failures are identified by the code. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError'
  readonly code = 'ANSWER_TOO_LONG'
}

/**
 * Cuts the connection when the receiver sends more after a request than one answer may have, whether or not the
 * HTTP client takes any notice of it: the client skips blank lines, reasons and extensions of chunks of any length.
 * @param socket what the client reads
 * @param network the connection below, the same one without TLS
 */
export function limitAnswers(socket: Socket, network: Socket): void {
  let written = socket.bytesWritten
  let pieces = 0
  const answer = new Counter(() => socket.bytesRead)
  const traffic = new Counter(() => network.bytesRead)
  const look = (): void => {
    // One request at a time is on a connection, so whatever was written since is the next one.
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      pieces = 0
      answer.begin()
      traffic.begin()
    }
    const bytes = answer.look()
    const isTooLong = bytes > ANSWER_BYTES_MAX || pieces > PIECES_MAX || traffic.look() > NETWORK_BYTES_MAX
    if (isTooLong) socket.destroy(new AnswerTooLongError('more than one answer may have'))
  }
  // Before the client's own listener, and without the change of mode that `on` would bring with it.
  socket.prependListener('readable', () => {
    pieces += 1
    look()
  })
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  socket.once('close', () => clearInterval(timer))
}

/** Counts what came since the request; what was not looked at when it began belongs to its answer. */
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
