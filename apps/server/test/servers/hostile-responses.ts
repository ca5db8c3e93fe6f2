import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { ReceiverOptions } from './hostile-receiver.ts'

const HEAD = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`
const INTERIM = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n'
const PIECE_BYTES = 16_384
const BOMB = gzipSync(Buffer.alloc(20_000_000))

/** Hostile responses, by what they do. Each continues as long as it is read. */
export const hostileResponses = {
  'interim responses without end': pouring('', INTERIM),
  'an interim response every few milliseconds': dripping('', INTERIM, 5),
  'interim responses that are only a status line': pouring('', 'HTTP/1.1 102\r\n\r\n'),
  '100 Continue without end': pouring('', 'HTTP/1.1 100 Continue\r\n\r\n'),
  'blank lines before the response': pouring('', '\r\n'),
  'a status line without end': pouring('HTTP/1.1 200 ', 'O'),
  'header lines without end': pouring(HEAD, 'X-Line: value\r\n'),
  'a header line without end': pouring(`${HEAD}X-Line: `, 'x'),
  'a head of single bytes': { response: (socket) => void writeSingly(socket, HEAD, 'X-Line: value\r\n') },
  'extensions of a chunk without end': pouring(`${CHUNKED}1;`, 'extension=value;'),
  'chunks of one byte': pouring(CHUNKED, '1\r\nx\r\n'),
  'a body of single bytes': { response: (socket) => void writeSingly(socket, `${HEAD}\r\n`, 'x') },
  'trailers without end': pouring(`${CHUNKED}0\r\n`, 'X-Line: value\r\n'),
  'a body without end': pouring(`${HEAD}\r\n`, 'x'),
  'a gzip bomb': {
    response: (socket) => {
      socket.write(`${HEAD}Content-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`)
      socket.write(BOMB)
    },
  },
  'a response and then blank lines without end': pouring(`${HEAD}Content-Length: 0\r\n\r\n`, '\r\n'),
  'one byte a second': dripping(HEAD, 'x', 1000),
  'no response': {},
  'no handshake': { accept: (socket) => void socket.pause() },
  'a reset in the middle': {
    response: (socket) => socket.write(`${HEAD}Content-Length: 100\r\n\r\nhalf`, () => reset(socket)),
  },
} satisfies Record<string, ReceiverOptions>

/** Writes the beginning, then the same text repeatedly, as fast as it is read. */
function pouring(beginning: string, again: string): ReceiverOptions {
  const piece = again.repeat(Math.ceil(PIECE_BYTES / again.length))
  return {
    response: (socket) => {
      const pour = (): void => {
        while (!socket.destroyed && socket.write(piece));
      }
      socket.on('drain', pour).write(beginning)
      pour()
    },
  }
}

function dripping(beginning: string, again: string, everyMs: number): ReceiverOptions {
  return {
    response: (socket) => {
      socket.write(beginning)
      const timer = setInterval(() => socket.write(again), everyMs)
      socket.on('close', () => clearInterval(timer))
    },
  }
}

/** Writes byte by byte, each sent before the next, so that every one is a separate packet. */
async function writeSingly(socket: Socket, beginning: string, again: string): Promise<void> {
  socket.setNoDelay(true)
  socket.write(beginning)
  for (let at = 0; !socket.destroyed; at = (at + 1) % again.length) {
    await new Promise<void>((resolve) => socket.write(again[at]!, () => setImmediate(resolve)))
  }
}

/** Ends the connection below the TLS session with a reset instead of a close notification. */
function reset(socket: Socket): void {
  const { _parent: tcp } = socket as Socket & { _parent?: Socket }
  ;(tcp ?? socket).resetAndDestroy()
}
