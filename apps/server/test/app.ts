import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { EVENT_STREAM, PUBLIC_API_PREFIX, type Role, type Scope } from '@plumbline/contract'
import { freePort } from '@plumbline/testing'
import type { FastifyInstance } from 'fastify'
import type { Client } from 'pg'
import { buildApp, type AppParts } from '../src/app.ts'
import { backgroundTasks } from '../src/background-tasks.ts'
import { JOB_TASK } from '../src/modules/jobs/index.ts'
import { addMember, createKey, savePasswordHash, type PasswordCost } from '../src/modules/access/index.ts'
import { createSite, createWorkspace, type Plan, type Workspace } from '../src/modules/workspaces/index.ts'
import { systemActor } from '../src/platform/actor.ts'
import { newId } from '../src/platform/ids.ts'
import { readConfig } from '../src/platform/config.ts'
import { APPLICATION_ROLE, openDatabase, type Database } from '../src/platform/db/index.ts'
import { createLog, type Log } from '../src/platform/log.ts'
import { listen } from '../src/platform/outbox/index.ts'
import { startJobQueue } from '../src/platform/job-queue/index.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { createStorage, type Storage } from '../src/platform/storage/index.ts'
import { createTypesetter } from '../src/platform/typesetting/index.ts'
import { testClock, type TestClock } from './clock.ts'
import { urlOf, withClient } from './cluster.ts'
import { createTestDatabase } from './database.ts'
import { TEST_PASSWORD_HASH } from './test-password.ts'

/** The least cost that there is: tests sign in by the hundred, and real hashing is made to be slow. */
const PASSWORD_COST: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }

/** A response of the server, its body read as JSON where it is. */
export interface TestResponse {
  status: number
  headers: Headers
  body: any
}

/** One request of a test. */
export interface TestRequest {
  key?: string
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown
}

/** The whole application on a real socket and a database of its own. */
export interface TestApp {
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** What the application was built from, for building what works beside it. */
  parts: AppParts
  clock: TestClock
  db: Database
  storage: Storage
  /** The owner's connection as settings take it. */
  databaseUrl: string
  /** Ends something that works on the database before the application ends. */
  endsWith(end: () => Promise<unknown>): void
  /** Lets a test look behind row security, or tamper, as the owner of the database. */
  asOwner<T>(work: (owner: Client) => Promise<T>): Promise<T>
  /** Sends a request to the public API; the path stands below its prefix. */
  call(method: string, path: string, request?: TestRequest): Promise<TestResponse>
  /** A fresh workspace with an admin. */
  workspace(options?: TestWorkspaceOptions): Promise<TestWorkspace>
}

export interface TestWorkspaceOptions {
  plan?: Plan
  timeZone?: string
  standards?: string[]
}

/** A workspace of one test. */
export interface TestWorkspace {
  id: string
  workspace: Workspace
  /** A write key of an admin without site limits. */
  key: string
  /** Makes a person with a role, and a key of theirs. */
  person(options?: TestPersonOptions): Promise<{ personId: string; keyId: string; key: string }>
  /** Adds a site and returns its id. */
  site(name: string, timeZone?: string | null): Promise<string>
}

export interface TestPersonOptions {
  role?: Role
  scope?: Scope
  name?: string
  /** Whether they have the password of tests; true unless given. */
  hasPassword?: boolean
  /** Sites of the person. */
  siteIds?: string[] | null
  /** Sites of the key. */
  keySiteIds?: string[] | null
  accessEndsAt?: string | null
  expiresAt?: string | null
}

/** How a test has the application. */
export interface TestAppOptions {
  /** Where it logs to instead of nowhere. */
  log?: Log
  /** Whether a consumer listens in each workspace that a test makes, so that its events are written and kept. */
  keepsEvents?: boolean
  /** Whether it carries out the jobs that its requests enter. */
  worksOnJobs?: boolean
  /** What weaker password hashes are brought up to. */
  passwordCost?: PasswordCost
}

/** Settings that tests run with unless a test asks for others: no limit gets in the way. */
const TEST_ENVIRONMENT = {
  REQUEST_DEADLINE_MS: '600000',
  RATE_LIMIT_PER_MINUTE: '1000000',
  SESSION_RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
  SECRET_KEY: 'a secret of the tests that nothing else uses',
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  WEBHOOK_TIMEOUT_MS: '120000',
}

/**
 * Starts the application for the tests of one file and stops it after them.
 * @param environment settings beside or instead of the usual ones of tests
 */
export async function startTestApp(
  environment: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<TestApp> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-test-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const config = readConfig({ ...TEST_ENVIRONMENT, DATA_DIR: folder, PUBLIC_URL: origin, ...environment })
  const parts = partsOf(config, database.connection, options)
  const { clock, db, storage } = parts
  // Modules of tests are never unloaded, and what they hold stays: the application is let go when it has closed.
  let app: FastifyInstance | undefined = buildApp(parts)
  await app.listen({ host: '127.0.0.1', port })
  const queue = options.worksOnJobs ? await startJobs(parts) : undefined
  const beside: (() => Promise<unknown>)[] = []
  after(async () => {
    // What runs on the database must not lose it under way.
    await Promise.all(beside.map((end) => end()))
    await app?.close()
    app = undefined
    await queue?.stop()
    await db.close()
    storage.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    origin,
    parts,
    clock,
    db,
    storage,
    databaseUrl: database.url,
    asOwner: (work) => withClient(database.url, work),
    endsWith: (end) => void beside.push(end),
    call: (method, path, request = {}) => call(`${origin}${PUBLIC_API_PREFIX}${path}`, method, request),
    workspace: (wanted = {}) => makeWorkspace({ ...parts, origin }, wanted, options),
  }
}

/** What the application is made of, with a clock that tests move. */
function partsOf(
  config: TestApp['parts']['config'],
  connection: TestApp['parts']['connection'],
  { log, passwordCost = PASSWORD_COST }: TestAppOptions,
) {
  const clock = testClock()
  const db = openDatabase({
    connection,
    pooler: poolerTo(connection),
    poolSize: 8,
    role: APPLICATION_ROLE,
    requestDeadlineMs: config.REQUEST_DEADLINE_MS,
    onIdleError: () => undefined,
  })
  const secretKeys = { present: config.SECRET_KEY ?? '', fallback: config.SECRET_KEY_FALLBACK }
  const secrets = createSecrets(secretKeys)
  const storage = createStorage({
    storageUrl: config.STORAGE_URL,
    dataDir: config.DATA_DIR,
    publicUrl: config.PUBLIC_URL,
    signingKeys: secrets.deriveEach('storage'),
    clock,
  })
  return {
    config,
    db,
    connection,
    clock,
    secretKeys,
    secrets,
    storage,
    log: log ?? createLog(config.LOG_LEVEL),
    passwordCost,
  }
}

/** The same database behind the pooler that TEST_POOLER_URL names, so that any test can be run through one. */
function poolerTo({ connectionString }: TestApp['parts']['connection']) {
  const pooler = process.env['TEST_POOLER_URL']
  if (pooler === undefined) return undefined
  return { connectionString: urlOf(pooler, new URL(connectionString!).pathname.slice(1)) }
}

/** Carries out the jobs that requests enter. */
function startJobs(parts: ReturnType<typeof partsOf>): ReturnType<typeof startJobQueue> {
  // It starts nothing before a document is set.
  const { [JOB_TASK]: job } = backgroundTasks(parts, createTypesetter())
  return startJobQueue({ ...parts, tasks: { [JOB_TASK]: job! } })
}

/** Lets a consumer listen that never reads on: the events of the workspace are written and kept. */
export async function keepEvents(db: Database, workspaceId: string): Promise<void> {
  await db.transaction(workspaceId, (tx) => listen(tx, 'test'))
}

export async function call(url: string, method: string, request: TestRequest): Promise<TestResponse> {
  const headers: Record<string, string> = { ...request.headers }
  if (request.key !== undefined) headers['authorization'] = `Bearer ${request.key}`
  if (request.body !== undefined) headers['content-type'] ??= 'application/json'
  const response = await fetch(url, { method, headers, redirect: 'manual', ...bodyOf(request) })
  const isEndless = response.headers.get('content-type')?.startsWith(EVENT_STREAM)
  if (isEndless) await response.body?.cancel()
  const text = isEndless ? '' : await response.text()
  const json = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
}

function bodyOf({ body }: TestRequest): { body?: string } {
  if (body === undefined) return {}
  return { body: typeof body === 'string' ? body : JSON.stringify(body) }
}

interface Parts {
  db: Database
  clock: TestClock
  secrets: ReturnType<typeof createSecrets>
  origin: string
}

let made = 0

async function makeWorkspace(
  parts: Parts,
  options: TestWorkspaceOptions,
  { keepsEvents }: TestAppOptions,
): Promise<TestWorkspace> {
  made += 1
  const workspace = await createWorkspace(
    parts,
    parts.origin,
    {
      name: `Workspace ${made}`,
      plan: options.plan ?? 'scale',
      timeZone: options.timeZone ?? 'UTC',
      standards: options.standards ?? [],
    },
    systemActor,
  )
  const actor = systemActor(workspace.workspaceId)
  const person = (wanted: TestPersonOptions = {}) => makePerson(parts, workspace.workspaceId, wanted)
  const admin = await person({ name: 'Ada Admin' })
  if (keepsEvents) await keepEvents(parts.db, workspace.workspaceId)
  return {
    id: workspace.workspaceId,
    workspace,
    key: admin.key,
    person,
    site: async (name, timeZone = null) => (await createSite(parts, actor, { name, timeZone })).siteId,
  }
}

async function makePerson(parts: Parts, workspaceId: string, wanted: TestPersonOptions) {
  const actor = systemActor(workspaceId)
  made += 1
  const email = `person-${made}@example.com`
  const member = {
    email,
    name: wanted.name ?? `Person ${made}`,
    role: wanted.role ?? 'admin',
    siteIds: wanted.siteIds ?? null,
    accessEndsAt: wanted.accessEndsAt ?? null,
  }
  const { personId } = await addMember(parts, actor, member, async (tx, person) => {
    if (wanted.hasPassword === false) return
    const at = parts.clock.now().toISOString()
    await savePasswordHash(tx, newId(), person.personId, TEST_PASSWORD_HASH, at)
  })
  const { keyId, key } = await createKey(parts, actor, {
    name: 'test',
    owner: email,
    scope: wanted.scope ?? 'write',
    siteIds: wanted.keySiteIds ?? null,
    expiresAt: wanted.expiresAt ?? null,
  })
  return { personId, keyId, key }
}
