// Proves without a container engine that the contents of the image and of the tarball run read-only, as a user who owns none
// of the files. The image uses the database of TEST_DATABASE_URL, the tarball its embedded PostgreSQL.
import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@plumbline/testing'
import { createTestDatabase } from '../../apps/server/test/database.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The user to run as, if this process may choose: `nobody` on Debian. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Image builds have no checkout, and get the commit as an argument. */
const COMMIT = 'c0ffee'.padEnd(40, '0')

/** Much longer than a start takes on a busy machine. */
const START_MAX_MS = 180_000

/** Modification times of all files before the server was started. */
const written = new Map<string, string>()

// Other users must be able to read it, whatever the permissions of the checkout.
const place = mkdtempSync('/var/tmp/plumbline-package-')
chmodSync(place, 0o755)
const running = new Set<ChildProcess>()
try {
  await proveImage()
  await proveTarball()
} finally {
  for (const child of running) child.kill('SIGKILL')
  execFileSync('chmod', ['-R', 'u+w', place])
  rmSync(place, { recursive: true, force: true })
}

async function proveImage(): Promise<void> {
  const tree = join(place, 'image')
  packageIn(buildContext(), '--into', tree, '--commit', COMMIT)
  protect(tree)
  const database = await createTestDatabase({ hash: 'empty', fill: async () => undefined })
  const settings = {
    ...(await settingsIn('image-data')),
    DATABASE_URL: database.url,
    METRICS_PORT: String(await freePort()),
    SECRET_KEY: 'a secret of at least thirty-two characters',
  }
  const plumbline = (...args: string[]) =>
    execFileSync(join(tree, 'bin', 'plumbline'), args, {
      env: settings,
      encoding: 'utf8',
      cwd: place,
      ...NOBODY,
    })
  assert.ok(plumbline('--version').includes(COMMIT.slice(0, 12)))
  plumbline('migrate')
  const server = await start(tree, settings)
  checkHealth(tree, settings)
  const made = (...args: string[]) => JSON.parse(plumbline(...args, '--json')) as Record<string, string>
  const { workspace_id: w } = made('workspace', 'create', '--name', 'Lab')
  made('user', 'create', '--workspace', w!, '--email', 'a@example.com', '--name', 'A', '--role', 'admin')
  const { key } = made('key', 'create', '--workspace', w!, '--user', 'a@example.com', '--scope', 'write')
  await issueCertificate(settings.PUBLIC_URL, key!)
  for (const path of ['/', '/docs', '/docs/errors', '/docs/changelog', '/docs/reference']) {
    assert.equal((await fetch(settings.PUBLIC_URL + path)).status, 200, path)
  }
  await stop(server)
  requireUntouched(tree)
  await database.drop()
  console.log('The tree of the image runs read-only, as a user who owns nothing of it.')
}

/** Checks the native parts: certificates are typeset in a separate process. */
async function issueCertificate(origin: string, key: string): Promise<void> {
  const api = `${origin}/api/public/v1`
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(api + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    assert.equal(response.status, 201, await response.clone().text())
    return (await response.json()) as { id: string }
  }
  const instrument = await post('/instruments', {
    asset_tag: 'CAL-1',
    name: 'Caliper',
    calibration_interval_value: 12,
    calibration_interval_unit: 'months',
  })
  const record = await post(
    `/instruments/${instrument.id}/calibrations`,
    { result: 'PASS', performed_at: '2026-01-15T09:00:00Z' },
    { 'idempotency-key': 'first' },
  )
  const response = await fetch(`${api}/calibrations/${record.id}/certificate`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(response.status, 200, await response.clone().text())
  assert.equal(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5), '%PDF-')
}

/** Runs the health check of the Dockerfile. */
function checkHealth(tree: string, settings: Settings): void {
  const [, command] = /HEALTHCHECK[^[]+CMD (\[.+\])$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))!
  const [program, ...args] = JSON.parse(command!) as string[]
  execFileSync(program!.replace('/opt/plumbline', tree), args, { env: settings, ...NOBODY })
}

async function proveTarball(): Promise<void> {
  const tarball = packageIn(root)
  execFileSync('tar', ['-C', place, '-xzf', join(root, tarball)])
  const tree = join(place, tarball.replace(/^build\//, '').replace(/\.tar\.gz$/, ''))
  protect(tree)
  requireSamples(tree)
  const settings = await settingsIn('data')
  await stop(await start(tree, settings))
  assert.ok(readdirSync(settings.DATA_DIR).includes('first-sign-in.txt'))
  requireUntouched(tree)
  console.log(`${tarball} runs with its own Node and its embedded PostgreSQL.`)
}

/** Checks that the samples which the installation guide copies from the tarball are in it. */
function requireSamples(tree: string): void {
  const guide = readFileSync(join(root, 'docs/install.md'), 'utf8')
  const paths = [...guide.matchAll(/cp \/opt\/plumbline\/(\S+)/g)].map(([, path]) => path!)
  assert.ok(paths.length > 0, 'the guide copies no sample')
  for (const path of paths) assert.ok(existsSync(join(tree, path)), `${path} is not in the tarball`)
}

/** Returns the build context of the image, with the packages that the build would install. */
function buildContext(): string {
  const folder = join(place, 'context')
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n')
  const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const left = lines.filter((line) => !line.startsWith('!') && line !== '*')
  const files = execFileSync('git', ['-C', root, 'ls-files'], { encoding: 'utf8' }).trim().split('\n')
  for (const file of files) {
    if (!taken.some((one) => isWithin(file, one)) || left.some((one) => isWithin(file, one))) continue
    cpSync(join(root, file), join(folder, file), { recursive: true })
  }
  for (const packages of globSync('{.,apps/*,packages/*}/node_modules', { cwd: root })) {
    symlinkSync(join(root, packages), join(folder, packages))
  }
  return folder
}

function isWithin(path: string, pattern: string): boolean {
  return matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`)
}

function packageIn(folder: string, ...args: string[]): string {
  const program = join(folder, 'scripts', 'package.ts')
  return execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
    .at(-1)!
}

interface Settings extends NodeJS.ProcessEnv {
  readonly DATA_DIR: string
  readonly PUBLIC_URL: string
}

/** Passes nothing of this process's environment on: no Node.js in PATH, no cache. */
async function settingsIn(name: string): Promise<Settings> {
  const data = join(place, name)
  mkdirSync(data)
  if (NOBODY.uid !== undefined) chownSync(data, NOBODY.uid, NOBODY.gid)
  const port = await freePort()
  return {
    PATH: '/usr/bin:/bin',
    DATA_DIR: data,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  }
}

async function start(tree: string, settings: Settings): Promise<ChildProcess> {
  const server = spawn(join(tree, 'bin', 'plumbline'), ['serve'], {
    env: settings,
    cwd: place,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...NOBODY,
  })
  running.add(server)
  for (let waited = 0; waited < START_MAX_MS; waited += 250) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    const response = await fetch(`${settings.PUBLIC_URL}/readyz`).catch(() => undefined)
    if (response?.ok) return server
    await delay(250)
  }
  throw new Error(`the server was not ready within ${START_MAX_MS / 1000} s`)
}

async function stop(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM')
  const [status] = (await once(server, 'exit')) as [number | null]
  running.delete(server)
  assert.equal(status, 0, 'the server ends well')
}

function protect(tree: string): void {
  execFileSync('chmod', ['-R', 'a-w,a+rX', tree])
  written.set(tree, listing(tree))
}

function requireUntouched(tree: string): void {
  assert.equal(listing(tree), written.get(tree), 'the server wrote into its own tree')
}

function listing(tree: string): string {
  return execFileSync('find', [tree, '-printf', '%p %s %T@\n'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
}
