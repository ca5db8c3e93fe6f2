import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** An address that leads to one of several servers, like a virtual address or HAProxy in front of a database. */
export interface SwitchingProxy {
  readonly port: number
  /** Makes new connections lead to another port. Those that exist end with their server. */
  switchTo(port: number): void
  end(): Promise<void>
}

/** Starts a proxy of TCP connections on this machine. */
export async function startSwitchingProxy(port: number): Promise<SwitchingProxy> {
  let target = port
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    switchTo: (other) => {
      target = other
    },
    end: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
