import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { EVENT_STREAM, PUBLIC_API_PREFIX, type Role, type Scope } from '@plumbline/contract'
import { atProcessEnd, freePort } from '@plumbline/testing'
import type { FastifyInstance } from 'fastify'
import type { ClientBase } from 'pg'
import { request as send } from 'undici'
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
import { urlOf } from './cluster.ts'
import { createTestDatabase } from './database.ts'
import { ownerConnections } from './owner-connections.ts'
import { TEST_PASSWORD_HASH } from './test-password.ts'

/** The minimum cost: tests sign in hundreds of times, and real hashing is slow on purpose. */
const PASSWORD_COST: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }

/** A response of the server; its body is parsed if it is JSON. */
export interface TestResponse {
  status: number
  headers: Headers
  body: any
}

/** A request of a test. */
export interface TestRequest {
  key?: string
  headers?: Record<string, string>
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown
}

/** The whole application on a real socket and with its own database. */
export interface TestApp {
  /** `http://127.0.0.1:<port>` */
  origin: string
  /** The dependencies from which the application was built, for building further processes. */
  parts: AppParts
  /** The same for processes with background work: they differ in a cluster, where these connect to the coordinator. */
  workerParts: AppParts
  clock: TestClock
  db: Database
  storage: Storage
  /** The owner's connection as a URL, as settings accept it. */
  databaseUrl: string
  /** Registers a function that ends something using the database; called before the application ends. */
  endsWith(end: () => Promise<unknown>): void
  /** Runs work as the owner of the database, so that a test can bypass row security, or tamper. */
  asOwner<T>(work: (owner: ClientBase) => Promise<T>): Promise<T>
  /**
   * Sends a request to the public API.
   * @param path path below its prefix
   */
  call(method: string, path: string, request?: TestRequest): Promise<TestResponse>
  /** Creates a workspace with an admin. */
  workspace(options?: TestWorkspaceOptions): Promise<TestWorkspace>
}

export interface TestWorkspaceOptions {
  plan?: Plan
  timeZone?: string
  standards?: string[]
}

/** A workspace for one test. */
export interface TestWorkspace {
  id: string
  workspace: Workspace
  /** A write key of an admin with access to all sites. */
  key: string
  /** Creates a person with a role. */
  member(options?: TestPersonOptions): Promise<{ personId: string; email: string }>
  /** Creates a person with a role, and a key for them. */
  person(options?: TestPersonOptions): Promise<{ personId: string; keyId: string; key: string }>
  /** Adds a site and returns its ID. */
  site(name: string, timeZone?: string | null): Promise<string>
}

export interface TestPersonOptions {
  role?: Role
  scope?: Scope
  name?: string
  /** Whether they have the test password; defaults to true. */
  hasPassword?: boolean
  /** Sites of the person. */
  siteIds?: string[] | null
  /** Sites of the key. */
  keySiteIds?: string[] | null
  accessEndsAt?: string | null
  expiresAt?: string | null
}

/** Options of `startTestApp`. */
export interface TestAppOptions {
  /** The log; no log by default. */
  log?: Log
  /** Whether each workspace that a test creates has a consumer, so that its events are written and stored. */
  keepsEvents?: boolean
  /** Whether it executes the jobs created by its requests. */
  worksOnJobs?: boolean
  /** Cost to which weaker password hashes are upgraded. */
  passwordCost?: PasswordCost
}

/** Default settings of tests: limits high enough not to interfere. */
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
 * Starts the application for the tests of one file, and stops it after them.
 * @param environment settings that extend or override the default ones of tests
 */
export function startTestApp(
  environment: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<TestApp> {
  return startAppUntil(after, environment, options)
}

let shared: Promise<TestApp> | undefined

/**
 * Returns an application that the test files of a process share, because starting one costs as much as many tests do. It has
 * default settings, and its clock is set back after each file. Use it in files that look only at workspaces of their own: they
 * do not change the schema, read across workspaces, carry out tasks of all workspaces, or name people by fixed addresses.
 * @param options what is decided for each workspace, so that files that differ in it can share the application
 */
export async function sharedTestApp({
  keepsEvents = false,
}: Pick<TestAppOptions, 'keepsEvents'> = {}): Promise<TestApp> {
  const beside: (() => Promise<unknown>)[] = []
  let setBack: () => void = () => undefined
  // Registered before the application is awaited: behind the promise of another file, it would belong to none, and run
  // while the next file is already using the application.
  after(async () => {
    await Promise.all(beside.map((end) => end()))
    setBack()
  })
  shared ??= startAppUntil(atProcessEnd, {}, {})
  const app = await shared
  const startedAt = app.clock.now().toISOString()
  setBack = () => app.clock.set(startedAt)
  return {
    ...app,
    endsWith: (end) => void beside.push(end),
    workspace: async (wanted) => {
      const workspace = await app.workspace(wanted)
      if (keepsEvents) await keepEvents(app.db, workspace.id)
      return workspace
    },
  }
}

/** Starts the application, and has it stopped at the end that `atEnd` stands for. */
async function startAppUntil(
  atEnd: (stop: () => Promise<void>) => void,
  environment: Record<string, string>,
  options: TestAppOptions,
): Promise<TestApp> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-test-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const config = readConfig({ ...TEST_ENVIRONMENT, DATA_DIR: folder, PUBLIC_URL: origin, ...environment })
  const parts = partsOf(config, database.apiConnection, options)
  const { clock, db, storage } = parts
  const owner = ownerConnections(database.url)
  // Test modules are never unloaded, so the reference is cleared after closing to free the memory.
  let app: FastifyInstance | undefined = buildApp(parts)
  await app.listen({ host: '127.0.0.1', port })
  // Workers connect to the coordinator of a cluster.
  const working =
    database.apiConnection.connectionString === database.url
      ? parts
      : { ...partsOf(config, database.connection, options), clock }
  const queue = options.worksOnJobs ? await startJobs(working) : undefined
  const beside: (() => Promise<unknown>)[] = []
  atEnd(async () => {
    // Whatever uses the database must end before it is closed.
    await Promise.all(beside.map((end) => end()))
    await app?.close()
    app = undefined
    await queue?.stop()
    if (working !== parts) {
      await working.db.close()
      working.storage.close()
    }
    await db.close()
    storage.close()
    await owner.end()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    origin,
    parts,
    workerParts: working,
    clock,
    db,
    storage,
    databaseUrl: database.url,
    asOwner: (work) => owner.use(work),
    endsWith: (end) => void beside.push(end),
    call: (method, path, request = {}) => call(`${origin}${PUBLIC_API_PREFIX}${path}`, method, request),
    workspace: (wanted = {}) => makeWorkspace({ ...parts, origin }, wanted, options),
  }
}

/** Returns the dependencies of the application, with a clock that tests control. */
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

/** Returns the same database behind the pooler given by TEST_POOLER_URL, so that any test can be run through one. */
function poolerTo({ connectionString }: TestApp['parts']['connection']) {
  const pooler = process.env['TEST_POOLER_URL']
  if (pooler === undefined) return undefined
  return { connectionString: urlOf(pooler, new URL(connectionString!).pathname.slice(1)) }
}

/** Executes the jobs created by requests. */
function startJobs(parts: ReturnType<typeof partsOf>): ReturnType<typeof startJobQueue> {
  // It starts no process before a document is typeset.
  const { [JOB_TASK]: job } = backgroundTasks(parts, createTypesetter())
  return startJobQueue({ ...parts, tasks: { [JOB_TASK]: job! } })
}

/** Registers a consumer that never reads, so that the events of the workspace are written and stored. */
export async function keepEvents(db: Database, workspaceId: string): Promise<void> {
  await db.transaction(workspaceId, (tx) => listen(tx, 'test'))
}

/**
 * Sends a request as a client that accepts any content type, and no compression unless its headers ask for it.
 * Throws if there is no response.
 */
export async function call(url: string, method: string, request: TestRequest): Promise<TestResponse> {
  // Sessions are listed with the client that opened them.
  const headers: Record<string, string> = { 'user-agent': 'node', ...request.headers }
  if (request.key !== undefined) headers['authorization'] = `Bearer ${request.key}`
  if (request.body !== undefined) headers['content-type'] ??= 'application/json'
  // Takes a third of the processor time of `fetch`.
  const response = await send(url, { method, headers, ...bodyOf(request) }).catch((error: unknown) => {
    throw new Error('no response', { cause: error })
  })
  const received = new Headers(Object.entries(response.headers).flatMap(eachValue))
  const type = received.get('content-type')
  if (type?.startsWith(EVENT_STREAM)) {
    response.body.on('error', () => undefined).destroy()
    return { status: response.statusCode, headers: received, body: '' }
  }
  const text = await response.body.text()
  const json = type?.startsWith('application/json') && text !== ''
  return { status: response.statusCode, headers: received, body: json ? JSON.parse(text) : text }
}

function eachValue([name, value]: [string, string | string[] | undefined]): [string, string][] {
  return [value ?? []].flat().map((each) => [name, each])
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
  const member = (wanted: TestPersonOptions = {}) => makeMember(parts, workspace.workspaceId, wanted)
  const person = (wanted: TestPersonOptions = {}) => makePerson(parts, workspace.workspaceId, wanted)
  const admin = await person({ name: 'Ada Admin' })
  if (keepsEvents) await keepEvents(parts.db, workspace.workspaceId)
  return {
    id: workspace.workspaceId,
    workspace,
    key: admin.key,
    member,
    person,
    site: async (name, timeZone = null) => (await createSite(parts, actor, { name, timeZone })).siteId,
  }
}

async function makeMember(parts: Parts, workspaceId: string, wanted: TestPersonOptions) {
  made += 1
  const email = `person-${made}@example.com`
  const member = {
    email,
    name: wanted.name ?? `Person ${made}`,
    role: wanted.role ?? 'admin',
    siteIds: wanted.siteIds ?? null,
    accessEndsAt: wanted.accessEndsAt ?? null,
  }
  const { personId } = await addMember(parts, systemActor(workspaceId), member, async (tx, person) => {
    if (wanted.hasPassword === false) return
    const at = parts.clock.now().toISOString()
    await savePasswordHash(tx, newId(), person.personId, TEST_PASSWORD_HASH, at)
  })
  return { personId, email }
}

async function makePerson(parts: Parts, workspaceId: string, wanted: TestPersonOptions) {
  const { personId, email } = await makeMember(parts, workspaceId, wanted)
  const { keyId, key } = await createKey(parts, systemActor(workspaceId), {
    name: 'test',
    owner: email,
    scope: wanted.scope ?? 'write',
    siteIds: wanted.keySiteIds ?? null,
    expiresAt: wanted.expiresAt ?? null,
  })
  return { personId, keyId, key }
}
