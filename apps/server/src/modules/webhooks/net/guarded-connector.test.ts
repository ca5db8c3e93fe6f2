import assert from 'node:assert/strict'
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { test, type TestContext } from 'node:test'
import { because } from '@plumbline/contract'
import {
  startHostileReceiver,
  testAuthority,
  type HostileReceiver,
  type ReceiverOptions,
} from '../../../../test/servers/hostile-receiver.ts'
import type { CheckedTarget } from './address-guard.ts'
import { guardedConnector, type GuardedConnectorOptions } from './guarded-connector.ts'
import { readAllowedTargets } from '../rules/allowed-targets.ts'

async function receiver(t: TestContext, options: ReceiverOptions = {}): Promise<HostileReceiver> {
  const started = await startHostileReceiver(options)
  t.after(() => started.close())
  return started
}

const dialLoopback = ({ port }: TcpNetConnectOpts): Socket => connect({ host: '127.0.0.1', port })

function checked(...addresses: string[]): () => Promise<CheckedTarget> {
  const target = {
    addresses: addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  }
  return () => Promise.resolve(target)
}

function open(
  port: number,
  options: Partial<GuardedConnectorOptions>,
  hostname = 'hooks.receiver.test',
): Promise<Socket> {
  const connector = guardedConnector({
    checkedTarget: checked('127.0.0.1'),
    allowPrivateTargets: true,
    certificateAuthority: testAuthority,
    ...options,
  })
  const target = { hostname, host: `${hostname}:${port}`, protocol: 'https:', port: String(port) }
  return new Promise((resolve, reject) => {
    connector(target, (error, socket) => (socket === null ? reject(error) : resolve(socket)))
  })
}

test('the checked address is dialled and the name stays in the handshake', async (t) => {
  const { port, connections } = await receiver(t)
  const socket = await open(port, {})
  assert.equal(socket.remoteAddress, '127.0.0.1')
  assert.equal('servername' in socket && socket.servername, 'hooks.receiver.test')
  assert.equal(connections.length, 1)
  socket.destroy()
})

test('the next address is tried if one cannot be reached', async (t) => {
  const { port } = await receiver(t)
  const socket = await open(port, { checkedTarget: checked('127.9.9.9', '127.0.0.1') })
  assert.equal(socket.remoteAddress, '127.0.0.1')
  socket.destroy()
})

test('a refused name opens no connection', async (t) => {
  const canary = await receiver(t)
  await assert.rejects(
    open(canary.port, {
      checkedTarget: () => Promise.resolve({ refused: because('webhook.host_not_public') }),
    }),
    {
      name: 'TargetRefusedError',
      message: 'The host name resolves to an address that is not public.',
    },
  )
  assert.equal(canary.connections.length, 0)
})

test('the name is not resolved again between the check and the connection', async (t) => {
  const { port } = await receiver(t)
  const asked: unknown[] = []
  const dial = (options: TcpNetConnectOpts): Socket => {
    options.lookup?.(options.host ?? '', { all: true }, (_error, addresses) => asked.push(addresses))
    return connect({ ...options, lookup: undefined, host: '127.0.0.1' })
  }
  const socket = await open(port, { dial })
  assert.deepEqual(asked, [[{ address: '127.0.0.1', family: 4 }]])
  socket.destroy()
})

test('a connection that leads elsewhere is cut before the first byte', async (t) => {
  const received: Buffer[] = []
  const accept = (socket: Socket): unknown => socket.on('data', (chunk: Buffer) => received.push(chunk))
  const canary = await receiver(t, { certificate: null, accept })
  const elsewhere = [
    { checkedTarget: checked('93.184.216.34'), allowPrivateTargets: false },
    { checkedTarget: checked('127.0.0.1'), allowPrivateTargets: false },
    { checkedTarget: checked('10.0.0.1'), allowPrivateTargets: true },
  ]
  for (const [index, options] of elsewhere.entries()) {
    await assert.rejects(open(canary.port, { ...options, dial: dialLoopback }), {
      name: 'TargetRefusedError',
    })
    if (canary.connections[index]?.closed !== true) await canary.nextClose()
  }
  assert.equal(canary.connections.length, elsewhere.length)
  assert.equal(Buffer.concat(received).length, 0)
})

test('a certificate for another name or by an unknown authority is refused', async (t) => {
  const other = await receiver(t, { certificate: 'other-name' })
  await assert.rejects(open(other.port, {}), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  const { port } = await receiver(t)
  await assert.rejects(open(port, {}, 'hooks.elsewhere.test'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  await assert.rejects(open(port, { certificateAuthority: undefined as unknown as string }), /certificate/)
})

test('verification cannot be switched off by the environment', async (t) => {
  const { port } = await receiver(t, { certificate: 'other-name' })
  t.mock.method(process, 'emitWarning', () => {})
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  t.after(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'])
  await assert.rejects(open(port, {}), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
})

test('an address as host is verified against the addresses of the certificate', async (t) => {
  const { port } = await receiver(t)
  const socket = await open(port, {}, '127.0.0.1')
  assert.equal(socket.remoteAddress, '127.0.0.1')
  socket.destroy()
})

test('a handshake that hangs is cancelled in time', async (t) => {
  const silent = await receiver(t, { certificate: null })
  await assert.rejects(open(silent.port, { connectTimeoutMs: 50 }), { code: 'ETIMEDOUT' })
  if (silent.connections[0]?.closed !== true) await silent.nextClose()
})

test('a receiver that disconnects during the handshake is reported', async (t) => {
  const rude = await receiver(t, { certificate: null, accept: (socket) => socket.destroy() })
  await assert.rejects(open(rude.port, {}), { code: 'ECONNRESET' })
})

test('an allowed target is dialled as it was checked, and no other peer is', async (t) => {
  const { port } = await receiver(t)
  const allowedTargets = readAllowedTargets([{ target: '127.0.0.1', port }])
  const socket = await open(port, { allowPrivateTargets: false, allowedTargets })
  assert.equal(socket.remoteAddress, '127.0.0.1')
  socket.destroy()
  const elsewhere = { allowPrivateTargets: false, allowedTargets, checkedTarget: checked('10.0.0.1') }
  await assert.rejects(open(port, { ...elsewhere, dial: dialLoopback }), { name: 'TargetRefusedError' })
})

test('of a failure in the own network only the operator learns the kind', async (t) => {
  const closed = await startHostileReceiver()
  await closed.close()
  const plain = await receiver(t, {
    certificate: null,
    accept: (socket) => socket.end('SSH-2.0-OpenSSH\r\n'),
  })
  const other = await receiver(t, { certificate: 'other-name' })
  const silent = await receiver(t, { certificate: null })
  const hidden: unknown[] = []
  const failures = [closed, plain, other, silent].map(async ({ port }) => {
    const failure = open(port, {
      allowPrivateTargets: false,
      allowedTargets: readAllowedTargets([{ target: '127.0.0.1', port: undefined }]),
      connectTimeoutMs: 300,
      hiddenFailure: (host, error) => hidden.push([host, (error as { code?: string }).code]),
    })
    return failure.then(String, (error: { name: string; code: string }) => `${error.name} ${error.code}`)
  })
  const seen = await Promise.all(failures)
  assert.deepEqual(new Set(seen), new Set(['OwnNetworkError OWN_NETWORK_UNREACHED']))
  assert.equal(new Set(hidden.map(String)).size, 4)
  assert.ok(hidden.some((each) => String(each) === `hooks.receiver.test:${closed.port},ECONNREFUSED`))
})
