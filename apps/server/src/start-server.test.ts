import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { freePort, until } from '@plumbline/testing'
import { createTestDatabase } from '../test/database.ts'
import { nothingRuns, serverPid } from '../test/processes/embedded-process.ts'
import { closedToOthers, isRoot, ordinaryUser, scratchRoot } from '../test/processes/reachable-checkout.ts'
import { runCommand } from '../test/processes/run-command.ts'
import { startProcess, type StartedProcess } from '../test/processes/start-process.ts'
import { connectionOfRunning } from './platform/embedded-postgres/index.ts'
import { ownVersion, servedVersion, versionText } from './platform/version.ts'
import { API_VERSION } from './reference/public-api.ts'

const folder = mkdtempSync(join(scratchRoot, 'plumbline-start-'))
after(() => rmSync(folder, { recursive: true, force: true }))
// PostgreSQL does not run as root, and must get to its folder.
await chmod(folder, 0o755)

/** Starts a server on a data folder, and sees to its end whatever the test does. */
async function start(
  t: TestContext,
  dataDir: string,
  more: Record<string, string> = {},
  options: { fromSource?: boolean } = {},
): Promise<StartedProcess> {
  const server = startProcess({ DATA_DIR: dataDir, PORT: String(await freePort()), ...more }, folder, options)
  t.after(() => server.end('SIGINT'))
  return server
}

const keyIn = (text: string) => /ctk_[\w-]{43}/.exec(text)?.[0]

/** What a first start wrote for the owner of the data folder, since no terminal was there to print it on. */
const firstSignIn = (dataDir: string) => readFile(join(dataDir, 'first-sign-in.txt'), 'utf8')

interface Used {
  dataDir: string
  key: string
}

let first: Promise<Used> | undefined
let copies = 0

/** A data folder that was started on once, and the key of its first start. */
async function usedFolder(): Promise<Used> {
  first ??= (async () => {
    const dataDir = join(folder, 'pristine')
    const server = startProcess({ DATA_DIR: dataDir, PORT: String(await freePort()) }, folder)
    assert.ok(await server.listens, server.stderr())
    await server.end('SIGINT')
    return { dataDir, key: keyIn(await firstSignIn(dataDir)) ?? '' }
  })()
  const { dataDir, key } = await first
  copies += 1
  const copy = join(folder, `copy-${copies}`)
  execFileSync('cp', ['-a', dataDir, copy])
  return { dataDir: copy, key }
}

async function total(server: StartedProcess, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${server.origin}/api/public/v1/instruments?limit=1`, { headers })
  assert.equal(response.status, 200)
  return ((await response.json()) as { pagination: { total: number } }).pagination.total
}

test('a first start writes a working key and curl line to a file, a second one prints only its address', async (t) => {
  const dataDir = join(folder, 'fresh')
  // As people start it.
  const server = await start(t, dataDir, {}, { fromSource: true })
  assert.ok(await server.listens, server.stderr())
  const printed = server.stdout()
  const signIn = await firstSignIn(dataDir)
  assert.equal((await stat(join(dataDir, 'first-sign-in.txt'))).mode & 0o777, 0o600)
  const key = keyIn(signIn)
  assert.ok(key)
  const [curl] = /curl -s [^]*?}'$/m.exec(signIn) ?? []
  assert.ok(curl)
  const { stdout } = await promisify(execFile)('sh', ['-c', curl])
  assert.equal((JSON.parse(stdout) as { asset_tag: string }).asset_tag, 'CAL-0001')
  const email = /sign in as {2}(\S+)/.exec(signIn)?.[1]
  const password = /password {4}(\S+)/.exec(signIn)?.[1]
  assert.ok(password)
  assert.ok(printed.includes(`\n  ${join(dataDir, 'first-sign-in.txt')}\n`))
  for (const secret of [key, password]) assert.ok(!printed.includes(secret))
  const signedIn = await fetch(`${server.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify({ email, password }),
  })
  assert.equal(signedIn.status, 200)
  assert.deepEqual(await server.end('SIGINT'), { code: 0, signal: null })
  assert.equal(server.stderr(), '')
  assert.ok(await nothingRuns(dataDir))

  const second = await start(t, dataDir)
  assert.ok(await second.listens, second.stderr())
  assert.equal(await total(second, key), 1)
  assert.deepEqual(await second.end('SIGTERM'), { code: 0, signal: null })
  assert.equal(second.stdout(), `Plumbline is running at ${second.origin}\n`)
  assert.equal(second.stderr(), '')
})

test('release and commit stand in the first line of the log, in /healthz and in the API; a second server on the folder is refused', async (t) => {
  const { dataDir, key } = await usedFolder()
  const server = await start(t, dataDir, { LOG_LEVEL: 'info' })
  assert.ok(await server.listens, server.stderr())
  const { msg, version, commit } = JSON.parse(server.stdout().split('\n', 1)[0]!) as Record<string, string>
  assert.deepEqual([msg, { version, commit }], ['Plumbline starts', ownVersion()])
  const read = async (path: string) => (await fetch(`${server.origin}${path}`)).json() as Promise<any>
  assert.deepEqual(await read('/healthz'), { status: 'ok', ...ownVersion() })
  const { info } = await read('/api/public/v1/openapi.json')
  assert.equal(info.version, servedVersion(API_VERSION))
  const { stdout } = await runCommand(['--version'], { DATA_DIR: dataDir }, folder)
  assert.equal(stdout, `${versionText()}\n`)
  assert.match(
    await refusalOf(await start(t, dataDir)),
    /another Plumbline server already runs on the data folder/,
  )
  assert.equal(await total(server, key), 0)
})

test('commands work while the server runs, and leave its database running', async (t) => {
  const { dataDir, key } = await usedFolder()
  const server = await start(t, dataDir)
  assert.ok(await server.listens)
  const beside = (...words: string[]) => runCommand([...words, '--json'], { DATA_DIR: dataDir }, folder)
  const made = await beside('workspace', 'create', '--name', 'Beside')
  assert.deepEqual([made.exitCode, made.stderr], [0, ''])
  const { workspace_id } = JSON.parse(made.stdout) as { workspace_id: string }
  const person = ['--email', 'admin@plumbline.local', '--name', 'Admin', '--role', 'manager']
  assert.equal((await beside('user', 'create', '--workspace', workspace_id, ...person)).exitCode, 0)
  const create = ['key', 'create', '--workspace', workspace_id, '--user', 'admin@plumbline.local']
  const { stdout } = await beside(...create, '--scope', 'write')
  const its = JSON.parse(stdout) as { key: string; key_id: string }
  assert.equal(await total(server, its.key), 0)
  assert.equal((await beside('key', 'revoke', its.key_id)).exitCode, 0)
  const headers = { 'x-api-key': its.key }
  assert.equal((await fetch(`${server.origin}/api/public/v1/sites`, { headers })).status, 401)
  assert.equal(await total(server, key), 0)
  assert.deepEqual(await server.end('SIGINT'), { code: 0, signal: null })
  assert.ok(await nothingRuns(dataDir))
  // Without a server a command starts the database by itself, and stops it again.
  assert.equal((await beside('key', 'list', '--workspace', workspace_id)).exitCode, 0)
  assert.ok(await nothingRuns(dataDir))
})

/** Enters instruments one after the other until the server is gone; returns the tags that it acknowledged. */
async function enterUntilGone(
  server: StartedProcess,
  key: string,
  prefix: string,
  enough: () => void,
): Promise<string[]> {
  const acknowledged: string[] = []
  for (let number = 1; ; number += 1) {
    const asset_tag = `${prefix} ${number}`
    const body = JSON.stringify({ asset_tag, name: 'x', calibration_interval_value: 12 })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(`${server.origin}/api/public/v1/instruments`, {
      method: 'POST',
      headers,
      body,
    }).catch(() => undefined)
    if (response?.status !== 201) return acknowledged
    acknowledged.push(asset_tag)
    if (number === ROWS_BEFORE_KILL) enough()
  }
}

/** Enough to be in the midst of writing, and few enough for the limit of a minute. */
const ROWS_BEFORE_KILL = 20

async function requireAll(server: StartedProcess, key: string, tags: readonly string[]): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const present = new Set<string>()
  for (let offset = 0; offset < (await total(server, key)); offset += 100) {
    const path = `/api/public/v1/instruments?limit=100&offset=${offset}`
    const response = await fetch(`${server.origin}${path}`, { headers })
    assert.equal(response.status, 200)
    const { data } = (await response.json()) as { data: { asset_tag: string }[] }
    for (const row of data) present.add(row.asset_tag)
  }
  assert.deepEqual(
    tags.filter((tag) => !present.has(tag)),
    [],
  )
}

test('after kill -9 of the server, the database, or both, the next start has every acknowledged row', async (t) => {
  const { dataDir, key } = await usedFolder()
  // A start after one kill is the server of the next.
  let server = await start(t, dataDir, { RATE_LIMIT_PER_MINUTE: '1000000' })
  assert.ok(await server.listens)
  const acknowledged: string[] = []
  for (const killed of ['the server', 'the database', 'both'] as const) {
    const connection = await connectionOfRunning(dataDir)
    assert.ok(connection)
    const database = await serverPid(connection)
    const tags = await enterUntilGone(server, key, killed, () => {
      if (killed !== 'the database') process.kill(server.pid, 'SIGKILL')
      if (killed !== 'the server') process.kill(database, 'SIGKILL')
    })
    assert.ok(tags.length >= ROWS_BEFORE_KILL, killed)
    acknowledged.push(...tags)
    if (killed === 'the database') await server.end('SIGKILL')
    await server.ended
    server = await start(t, dataDir, { RATE_LIMIT_PER_MINUTE: '1000000' })
    assert.ok(await server.listens, `${killed}: ${server.stderr()}`)
    await requireAll(server, key, acknowledged)
  }
  assert.deepEqual(await server.end('SIGINT'), { code: 0, signal: null })
  assert.ok(await nothingRuns(dataDir))
})

test('a server whose database is killed recovers by itself', async (t) => {
  const { dataDir, key } = await usedFolder()
  const server = await start(t, dataDir, { LOG_LEVEL: 'fatal' })
  assert.ok(await server.listens)
  const connection = await connectionOfRunning(dataDir)
  assert.ok(connection)
  process.kill(await serverPid(connection), 'SIGKILL')
  const headers = { authorization: `Bearer ${key}` }
  const statuses = new Set<number>()
  // A connection of the pool may not know yet that it is dead.
  await until(async () => {
    statuses.add((await fetch(`${server.origin}/api/public/v1/sites`, { headers })).status)
    return statuses.has(200)
  }, 'a response')
  assert.ok(
    [...statuses].every((status) => status === 200 || status === 503),
    [...statuses].join(),
  )
})

/** What a start that cannot be says, when it ends by itself with 1. */
async function refusalOf(server: StartedProcess): Promise<string> {
  assert.equal(await server.listens, false)
  assert.deepEqual(await server.ended, { code: 1, signal: null })
  assert.equal(server.stdout(), '')
  assert.match(server.stderr(), /^plumbline: [^\n]+\n$/)
  return server.stderr()
}

test('a port in use is reported, and the key of the first start is not lost', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => taken.close())
  const PORT = String((taken.address() as AddressInfo).port)
  const dataDir = join(folder, 'port')
  assert.match(
    await refusalOf(await start(t, dataDir, { PORT })),
    new RegExp(`port ${PORT} on 127.0.0.1 is in use`),
  )
  assert.ok(await nothingRuns(dataDir))
  const next = await start(t, dataDir)
  assert.ok(await next.listens, next.stderr())
  assert.equal(await total(next, keyIn(await firstSignIn(dataDir)) ?? ''), 0)
})

test('a folder without permissions is reported', { skip: closedToOthers() }, async (t) => {
  const parent = join(folder, 'locked')
  await mkdir(parent, { mode: 0o755 })
  if (!isRoot) await chmod(parent, 0o555)
  const environment = { DATA_DIR: join(parent, 'data'), PORT: String(await freePort()), HOME: folder }
  const server = startProcess(environment, folder, isRoot ? ordinaryUser : {})
  t.after(() => server.end('SIGKILL'))
  assert.match(await refusalOf(server), /no rights on \S+locked/)
})

test('a folder that is a file is reported', async (t) => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  assert.match(await refusalOf(await start(t, file)), /is not a folder/)
})

test('wrong settings are reported, each in a line', async (t) => {
  const dataDir = join(folder, 'never-made')
  const server = await start(t, dataDir, { PORT: 'eighty', LOG_LEVEL: 'loud' })
  assert.deepEqual(await server.ended, { code: 1, signal: null })
  assert.match(server.stderr(), /^plumbline: PORT takes [^\n]+\nplumbline: LOG_LEVEL takes [^\n]+\n$/)
  const proxies = await refusalOf(await start(t, dataDir, { TRUSTED_PROXIES: 'proxy.internal' }))
  assert.match(proxies, /TRUSTED_PROXIES holds proxy\.internal/)
})

test('an external database that was not migrated, or is unreachable, is reported', async (t) => {
  const database = await createTestDatabase({ hash: '0000000000000000', fill: async () => undefined })
  const SECRET_KEY = 'x'.repeat(32)
  const unprepared = await refusalOf(await start(t, folder, { DATABASE_URL: database.url, SECRET_KEY }))
  await database.drop()
  assert.match(unprepared, /the database is not prepared yet: run "plumbline migrate"/)
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
  assert.match(await refusalOf(await start(t, folder, { DATABASE_URL, SECRET_KEY })), /ECONNREFUSED/)
})
