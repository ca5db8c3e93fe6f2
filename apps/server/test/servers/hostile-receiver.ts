import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'

/**
 * A test certificate: `receiver` is valid for localhost, *.receiver.test and loopback, `other-name` for none of them.
 */
export type TestCertificate = 'receiver' | 'other-name'

export interface ReceivedRequest {
  readonly line: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The requested name in the TLS handshake. */
  readonly servername: string | undefined
}

export interface HostileReceiver {
  readonly port: number
  readonly requests: readonly ReceivedRequest[]
  /** Connections accepted so far, and the number of bytes received over them, including handshakes. */
  readonly connections: readonly Socket[]
  /** Resolves when one more connection has been closed. */
  nextClose(): Promise<void>
  close(): Promise<void>
}

export interface ReceiverOptions {
  /** Null for plain TCP. */
  readonly certificate?: TestCertificate | null
  /** Called with each complete request; writes any response. Without it there is never a response. */
  readonly response?: (socket: Socket, request: ReceivedRequest) => unknown
  /** Called with each connection before any byte was read from it. */
  readonly accept?: (socket: Socket) => void
}

const readFixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8')

/** The authority that issued the test certificates. */
export const testAuthority: string = readFixture('authority.pem')

/** Starts a receiver on a free loopback port that misbehaves as the test specifies, byte for byte. */
export async function startHostileReceiver(options: ReceiverOptions = {}): Promise<HostileReceiver> {
  const { certificate = 'receiver', response, accept } = options
  const requests: ReceivedRequest[] = []
  const connections: Socket[] = []
  const serve = (socket: Socket): void => {
    socket.on('error', () => {})
    onRequests(socket, (request) => {
      requests.push(request)
      response?.(socket, request)
    })
  }
  const server =
    certificate === null
      ? createTcpServer(serve)
      : createTlsServer(
          { cert: readFixture(`${certificate}.pem`), key: readFixture(`${certificate}.key.pem`) },
          serve,
        )
  server.on('tlsClientError', () => {})
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {})
    connections.push(socket)
    accept?.(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections,
    async nextClose() {
      if (connections.length === 0) await once(server, 'connection')
      await Promise.race(
        connections.filter((socket) => !socket.closed).map((socket) => once(socket, 'close')),
      )
    },
    close: () => closeServer(server, connections),
  }
}

async function closeServer(server: Server, connections: readonly Socket[]): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  for (const socket of connections) socket.destroy()
  await closed
}

/** Splits the stream of one connection into requests with a Content-Length. */
function onRequests(socket: Socket, handle: (request: ReceivedRequest) => void): void {
  let pending = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    for (let end = pending.indexOf('\r\n\r\n'); end !== -1; end = pending.indexOf('\r\n\r\n')) {
      const [line = '', ...fields] = pending.subarray(0, end).toString('latin1').split('\r\n')
      const headers = Object.fromEntries(fields.map((field) => splitField(field)))
      const bodyEnd = end + 4 + Number(headers['content-length'] ?? 0)
      if (pending.length < bodyEnd) return
      const body = pending.subarray(end + 4, bodyEnd).toString()
      pending = pending.subarray(bodyEnd)
      handle({ line, headers, body, servername: servernameOf(socket) })
    }
  })
}

function splitField(field: string): [string, string] {
  const colon = field.indexOf(':')
  return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
}

function servernameOf(socket: Socket): string | undefined {
  const { servername } = socket as TLSSocket & { servername?: string | false }
  return typeof servername === 'string' ? servername : undefined
}
