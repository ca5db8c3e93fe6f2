import assert from 'node:assert/strict'
import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { because } from '@plumbline/contract'
import { resolvePublicTarget } from './address-guard.ts'
import { createNameLookup, systemLookup } from './name-lookup.ts'

const A = 1
const AAAA = 28
const NO_SUCH_NAME = 3

/** Addresses by name; a name without an entry does not exist, one with null is resolved late or never. */
type Zone = Readonly<
  Record<string, { readonly a?: readonly number[][]; readonly aaaa?: readonly number[][] } | null>
>

/** @param late when names with null are resolved: that they do not exist */
async function nameServer(t: TestContext, zone: Zone, late?: Promise<void>): Promise<string[]> {
  const socket = createSocket('udp4')
  t.after(() => socket.close())
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const response = responseTo(query, zone)
    if (response !== undefined) socket.send(response, from.port, from.address)
    else void late?.then(() => socket.send(responseTo(query, {})!, from.port, from.address))
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return [`127.0.0.1:${socket.address().port}`]
}

function responseTo(query: Buffer, zone: Zone): Buffer | undefined {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length !== 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1)
  const entry = zone[labels.join('.').toLowerCase()]
  if (entry === null) return undefined
  const records = (type === A ? entry?.a : type === AAAA ? entry?.aaaa : []) ?? []
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (entry === undefined ? NO_SUCH_NAME : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  const responses = records.map((bytes) => {
    const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
    return Buffer.concat([head, Buffer.from(bytes)])
  })
  return Buffer.concat([header, query.subarray(12, at + 5), ...responses])
}

const IPV6 = [0x26, 0x06, 0x47, 0, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11]

function hostsFile(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-hosts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'hosts'), text)
  return join(folder, 'hosts')
}

test('all addresses of a name are found, IPv4 first', async (t) => {
  const zone = {
    'both.example.com': {
      a: [
        [1, 1, 1, 1],
        [8, 8, 8, 8],
      ],
      aaaa: [IPV6],
    },
  }
  const lookup = createNameLookup({ servers: await nameServer(t, zone), hostsFile: '/nowhere' })
  assert.deepEqual(await lookup('both.example.com'), [
    { address: '1.1.1.1', family: 4 },
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700:4700::1111', family: 6 },
  ])
})

test('a name that does not exist or has no address is an error', async (t) => {
  const lookup = createNameLookup({
    servers: await nameServer(t, { 'empty.example.com': {} }),
    hostsFile: '/nowhere',
  })
  await assert.rejects(lookup('missing.example.com'), /no address/)
  await assert.rejects(lookup('empty.example.com'), /no address/)
})

test('the hosts file takes precedence over the name servers', async (t) => {
  const zone = { 'pinned.example.com': { a: [[8, 8, 8, 8]] } }
  const text =
    '# comment\n127.0.0.1 localhost\n10.0.0.1 Pinned.example.com other # note\n2606:4700::1\tPINNED.example.com\n'
  const lookup = createNameLookup({ servers: await nameServer(t, zone), hostsFile: hostsFile(t, text) })
  assert.deepEqual(await lookup('pinned.example.com'), [
    { address: '10.0.0.1', family: 4 },
    { address: '2606:4700::1', family: 6 },
  ])
})

test('names that are not resolved do not delay another', async (t) => {
  const dead = Array.from({ length: 50 }, (_, index) => `dead${index}.example.com`)
  const zone: Zone = {
    ...Object.fromEntries(dead.map((name) => [name, null])),
    'alive.example.com': { a: [[1, 1, 1, 1]] },
  }
  const responded = Promise.withResolvers<void>()
  const servers = await nameServer(t, zone, responded.promise)
  const guard = { lookup: createNameLookup({ servers, hostsFile: '/nowhere' }), allowPrivateTargets: false }
  const stuck = Promise.all(dead.map((name) => resolvePublicTarget({ hostname: name, port: 443 }, guard)))
  const alive = await resolvePublicTarget({ hostname: 'alive.example.com', port: 443 }, guard)
  // Of the dead none has had a response yet, nor has their time run out.
  assert.deepEqual(alive, { addresses: [{ address: '1.1.1.1', family: 4 }] })
  responded.resolve()
  for (const refusal of await stuck) assert.ok('refused' in refusal)
})

test('a name that is never resolved is refused after a while', async (t) => {
  const servers = await nameServer(t, { 'dead.example.com': null })
  const lookup = createNameLookup({ servers, hostsFile: '/nowhere' })
  const guard = { lookup, allowPrivateTargets: false, timeoutMs: 300 }
  assert.deepEqual(await resolvePublicTarget({ hostname: 'dead.example.com', port: 443 }, guard), {
    refused: because('webhook.host_slow'),
  })
})

test('the system look-up finds this host', async () => {
  const addresses = await systemLookup('localhost')
  assert.ok(addresses.some(({ address }) => address === '127.0.0.1' || address === '::1'))
})
