import { connect as connectTcp, isIP, type Socket, type TcpNetConnectOpts } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { setTimeout as delay } from 'node:timers/promises'
import { callbackify } from 'node:util'
import type { buildConnector } from 'undici'
import { refusalSentence } from '@plumbline/contract'
import type { CheckedTarget } from './address-guard.ts'
import { limitResponses } from './response-limits.ts'
import { sameAddress } from '../rules/address-bytes.ts'
import { isAllowedAddress, isInOwnNetwork, type TargetRules } from '../rules/allowed-targets.ts'

export interface GuardedConnectorOptions extends TargetRules {
  /** Returns the addresses of the name that have passed the guard; called before each new connection. */
  readonly checkedTarget: (hostname: string) => Promise<CheckedTarget>
  /** For the TCP connection and the TLS handshake together; defaults to 5 s. */
  readonly connectTimeoutMs?: number
  /** Certificate authorities to trust instead of the system's. */
  readonly certificateAuthority?: string
  /** Opens the TCP connection; replaced only in tests that show that the peer is checked. */
  readonly dial?: (options: TcpNetConnectOpts) => Socket
  /**
   * Called with the reason why a connection into the operator's own network failed, which is not shown to the owner
   * of an endpoint.
   */
  readonly hiddenFailure?: ((host: string, error: unknown) => void) | undefined
}

/** The guard did not allow a connection; the message is one sentence for `last_error`. */
export class TargetRefusedError extends Error {
  override readonly name = 'TargetRefusedError'
}

/**
 * A connection into the operator's own network failed. The error does not reveal whether nothing listens there, the
 * server does not use TLS, or it has a different certificate: otherwise anyone who may create webhooks could probe
 * that network.
 */
export class OwnNetworkError extends Error {
  override readonly name = 'OwnNetworkError'
  readonly code = 'OWN_NETWORK_UNREACHED'
}

export const CONNECT_TIMEOUT_MS = 5000
/** A connection that times out ends this much before the delay that hides it, so that both end at the same moment. */
const TIMEOUT_MARGIN_MS = 100
/** Per address, if a name has several: an unreachable one must not use up the whole time. */
const ADDRESS_TIMEOUT_MS = 1000

/**
 * A connector for undici that dials only addresses that have passed the guard. The name is never resolved a second
 * time, and the peer of the open socket is compared before the first byte is written, so that neither changed DNS
 * data nor a redirected connection leads to another host. SNI, certificate check and Host use the name.
 */
export function guardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const sessions: SessionMemory = {}
  return (target, callback) => {
    callbackify(openConnection)(target, options, sessions, (error, socket) => {
      if (error) callback(error, null)
      else callback(null, socket)
    })
  }
}

/** The last TLS session by server name: a connector serves one endpoint, so one is enough. */
interface SessionMemory {
  last?: { readonly servername: string; readonly session: Buffer }
}

async function openConnection(
  target: buildConnector.Options,
  options: GuardedConnectorOptions,
  sessions: SessionMemory,
): Promise<Socket> {
  const checked = await options.checkedTarget(target.hostname)
  if ('refused' in checked) throw new TargetRefusedError(refusalSentence(checked.refused))
  if (!checked.addresses.some(({ address }) => isInOwnNetwork(address, options))) {
    return await connectChecked(target, checked, options, sessions)
  }
  const endsAt = performance.now() + (options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS) + TIMEOUT_MARGIN_MS
  try {
    return await connectChecked(target, checked, options, sessions)
  } catch (error) {
    if (error instanceof TargetRefusedError) throw error
    options.hiddenFailure?.(`${target.hostname}:${portOf(target)}`, error)
    // Every failure takes as long as the slowest one; otherwise the time would tell them apart.
    await delay(Math.max(0, endsAt - performance.now()), undefined, { ref: false })
    throw new OwnNetworkError('no connection into the own network')
  }
}

async function connectChecked(
  target: buildConnector.Options,
  checked: Checked,
  options: GuardedConnectorOptions,
  sessions: SessionMemory,
): Promise<Socket> {
  const host = { hostname: target.hostname, port: portOf(target) }
  const isAllowed = (address: string): boolean => isAllowedAddress(address, host, options)
  const tcp = dialChecked(target, checked, options.dial ?? connectTcp)
  let tls: TLSSocket | undefined
  const timer = setTimeout(() => {
    const late = Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })
    tls?.destroy(late)
    tcp.destroy(late)
  }, options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS)
  try {
    await opened(tcp, 'connect')
    requireCheckedPeer(tcp, checked, isAllowed)
    if (target.protocol !== 'https:') {
      limitResponses(tcp, tcp)
      return tcp
    }
    tls = startTls(tcp, target, options, sessions)
    limitResponses(tls, tcp)
    await opened(tls, 'secureConnect')
    return tls
  } catch (error) {
    tls?.destroy()
    tcp.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function portOf({ port, protocol }: buildConnector.Options): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

type Checked = Extract<CheckedTarget, { addresses: unknown }>

function dialChecked(
  target: buildConnector.Options,
  checked: Checked,
  dial: (options: TcpNetConnectOpts) => Socket,
): Socket {
  return dial({
    host: target.hostname,
    port: portOf(target),
    // Answers only from the check, so that nothing is resolved between it and the connection.
    lookup: (_hostname, _options, callback) => callback(null, [...checked.addresses]),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    noDelay: true,
    keepAlive: true,
  })
}

function requireCheckedPeer(socket: Socket, checked: Checked, isAllowed: (address: string) => boolean): void {
  const peer = socket.remoteAddress ?? ''
  const isChecked = checked.addresses.some(({ address }) => sameAddress(address, peer))
  if (!isChecked || !isAllowed(peer)) {
    throw new TargetRefusedError('The connection led to another address than the one that was checked.')
  }
}

function startTls(
  tcp: Socket,
  target: buildConnector.Options,
  options: GuardedConnectorOptions,
  sessions: SessionMemory,
): TLSSocket {
  const servername = isIP(target.hostname) === 0 ? target.hostname : ''
  const known = sessions.last?.servername === servername ? sessions.last.session : undefined
  const tls = connectTls({
    socket: tcp,
    host: target.hostname,
    servername,
    ALPNProtocols: ['http/1.1'],
    // Stated explicitly because an environment variable of the runtime can disable the default.
    rejectUnauthorized: true,
    ...(known === undefined ? {} : { session: known }),
    ...(options.certificateAuthority === undefined ? {} : { ca: options.certificateAuthority }),
  })
  // Otherwise a receiver could request one handshake after another.
  tls.disableRenegotiation()
  tls.on('session', (session) => {
    sessions.last = { servername, session }
  })
  return tls
}

/**
 * Waits for the socket to open. It must also listen to `close`, because a socket can close without an error, and then
 * no other event would follow. The listeners stay, so that an error right after opening is never unhandled.
 */
function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
    socket.once('close', () => {
      reject(Object.assign(new Error('closed while opening'), { code: 'ECONNRESET' }))
    })
  })
}
