// Makes the kept data of a release: `node scripts/keep-release.ts <version> [<checkout of the release>]`.
// DATABASE_URL names an empty database of the oldest PostgreSQL that is supported, whose user may make others;
// PG_DUMP its pg_dump. CONTRIBUTING.md says when.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { urlOf, withClient } from '../apps/server/test/cluster.ts'
import {
  neverRead,
  readResponses,
  requestsOf,
  type Recorded,
} from '../apps/server/test/releases/responses.ts'
import { askingOf, openReleaseApp, type Asking, type Kept } from '../apps/server/test/releases/release-app.ts'
import { releaseFiles, packed } from '../apps/server/test/releases/stored-release.ts'
import { loadDump } from '../apps/server/test/releases/load-dump.ts'
import { makeProgram, type MadeProgram, type RunPlumbline } from '../apps/server/test/releases/program.ts'

/** Fixed, because certificates and file URLs contain them. */
const PORT = 18_080
const RECEIVER_PORT = 18_081
const ORIGIN = `http://127.0.0.1:${PORT}`
const SECRET_KEY = 'opens the kept data of releases and nothing else'

/** The responses are recorded as of a few days after the data was created. */
const DAYS_UNTIL_ASKED = 3
const DAY_MS = 86_400_000

const run = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url))

await main(process.argv.slice(2))

async function main([version, checkout = root]: string[]): Promise<void> {
  const databaseUrl = process.env['DATABASE_URL']
  if (version === undefined || databaseUrl === undefined) {
    throw new Error(
      'usage: DATABASE_URL=… node scripts/keep-release.ts <version> [<checkout of the release>]',
    )
  }
  const code = resolve(checkout)
  const work = await mkdtemp(join(tmpdir(), 'plumbline-release-'))
  const folder = join(root, 'apps/server/test/releases', version)
  // Fails if the release is already kept: kept data is never created again.
  await mkdir(folder)
  try {
    const environment = environmentOf(databaseUrl, work)
    const plumbline = commandOf(code, environment, work)
    await plumbline('migrate')
    const made = await withServer(code, environment, work, () =>
      makeProgram({ origin: ORIGIN, receiver: `http://127.0.0.1:${RECEIVER_PORT}`, plumbline }),
    )
    const kept = await keep({ version, code, folder, work, databaseUrl, made, plumbline })
    await writeFile(join(folder, releaseFiles.facts), `${JSON.stringify(kept, null, 2)}\n`)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function environmentOf(databaseUrl: string, work: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return {
    PATH,
    HOME,
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(work, 'data'),
    PORT: String(PORT),
    PUBLIC_URL: ORIGIN,
    SECRET_KEY,
    RATE_LIMIT_PER_MINUTE: '100000',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    WEBHOOK_RETRY_SCHEDULE: '1',
    LOG_LEVEL: 'warn',
  }
}

function commandOf(code: string, env: Record<string, string>, cwd: string): RunPlumbline {
  const command = join(code, 'apps/server/src/cli/plumbline.ts')
  return async (...words) => {
    const { stdout } = await run(process.execPath, [command, ...words, '--json'], { env, cwd })
    return JSON.parse(stdout) as Awaited<ReturnType<RunPlumbline>>
  }
}

/** Runs the release's server and a webhook receiver while some work is done. */
async function withServer<T>(
  code: string,
  env: Record<string, string>,
  cwd: string,
  work: () => Promise<T>,
): Promise<T> {
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(request.url?.startsWith('/ok') ? 204 : 500).end()
  })
  receiver.listen(RECEIVER_PORT, '127.0.0.1')
  const program = join(code, 'apps/server/src/main.ts')
  const server = spawn(process.execPath, [program], { env, cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  try {
    await Promise.race([
      once(server.stdout, 'data'),
      ended.then(() => Promise.reject(new Error('the server of the release ended before it listened'))),
    ])
    return await work()
  } finally {
    server.kill('SIGTERM')
    await ended
    receiver.close()
  }
}

interface Keeping {
  version: string
  code: string
  folder: string
  work: string
  databaseUrl: string
  made: MadeProgram
  plumbline: RunPlumbline
}

async function keep({ version, code, folder, work, databaseUrl, made, plumbline }: Keeping): Promise<Kept> {
  const verifierKeys: Record<string, string> = {}
  for (const id of [made.workspaceId, made.otherWorkspaceId]) {
    const file = join(work, 'export.jsonl')
    verifierKeys[id] = String((await plumbline('ledger', 'export', file, '--workspace', id))['vkey'])
    await writeFile(join(folder, releaseFiles.exportOf(id)), packed(await readFile(file)))
  }
  const dump = await dumpOf(databaseUrl)
  await writeFile(join(folder, releaseFiles.dump), packed(dump))
  await rm(join(work, 'data/objects/.unfinished'), { recursive: true, force: true })
  await cp(join(work, 'data/objects'), join(folder, releaseFiles.objects), { recursive: true })
  const { stdout: commit } = await run('git', ['-C', code, 'rev-parse', 'HEAD'])
  const { workspaceId, keys, people, otherWorkspaceId } = made
  const facts = {
    version,
    commit: commit.trim(),
    instant: new Date(Math.floor(Date.now() / DAY_MS + DAYS_UNTIL_ASKED) * DAY_MS).toISOString(),
    publicUrl: ORIGIN,
    secretKey: SECRET_KEY,
    workspaceId,
    keys,
    people,
    otherWorkspaceId,
    verifierKeys,
  }
  const responses = await recordResponses({ code, work, databaseUrl, dump, facts, made })
  await writeFile(join(folder, releaseFiles.responses), packed(JSON.stringify(responses)))
  await writeFile(join(folder, releaseFiles.changes), '[]\n')
  await writeFile(join(folder, releaseFiles.paths), '[]\n')
  return { ...facts, certificates: certificatesOf(responses) }
}

/** Returns SQL without lines that only psql understands. */
async function dumpOf(databaseUrl: string): Promise<string> {
  const words = ['--no-owner', '--inserts', '--rows-per-insert=200', databaseUrl]
  const { stdout } = await run(process.env['PG_DUMP'] ?? 'pg_dump', words, { maxBuffer: 2 ** 28 })
  return stdout.replaceAll(/^\\(un)?restrict .*$/gm, '')
}

interface Recording extends Pick<Keeping, 'code' | 'work' | 'databaseUrl' | 'made'> {
  dump: string
  facts: Omit<Kept, 'certificates'>
}

/** Sends the requests to the release's own code on a copy of the kept data, as the test sends them to the current code. */
async function recordResponses(recording: Recording): Promise<Recorded[]> {
  const { made } = recording
  // Uses another copy, because collecting the requests creates sessions.
  const requests = await onCopy(recording, 'plumbline_release_requests', (asking) =>
    requestsOf(asking, made.certificates),
  )
  const responses = await onCopy(recording, 'plumbline_release_responses', async (asking) => {
    const kept = await readResponses(asking, requests)
    return requests.map((request, index): Recorded => ({ ...request, ...kept[index]! }))
  })
  const silent = neverRead(requests, responses)
  if (silent.length > 0) throw new Error(`never returned 200: ${silent.join(', ')}`)
  return responses
}

async function onCopy<T>(
  { code, work, databaseUrl, dump, facts }: Recording,
  name: string,
  ask: (asking: Asking) => Promise<T>,
): Promise<T> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template template0 encoding 'UTF8'`)
  })
  const connectionString = urlOf(databaseUrl, name)
  await loadDump(connectionString, dump)
  const source = pathToFileURL(join(code, 'apps/server/src/'))
  const { app, close } = await openReleaseApp({
    source,
    connectionString,
    dataDir: join(work, 'data'),
    kept: facts,
  })
  try {
    return await ask(await askingOf(app, facts))
  } finally {
    await close()
  }
}

function certificatesOf(responses: readonly Recorded[]): Record<string, string> {
  const issued = responses.filter(({ operation }) => operation === 'getCalibrationCertificate')
  return Object.fromEntries(
    issued.map(({ path, body }) => [path.split('/')[2], (body as { sha256: string }).sha256]),
  )
}
