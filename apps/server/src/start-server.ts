import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { checkSettings } from './doctor/check-settings.ts'
import { databaseFacts, isUnprepared, problemWith, schemaState } from './doctor/database-facts.ts'
import { firstStart } from './first-start.ts'
import { LiveUpdates } from './modules/live-updates/index.ts'
import { buildMonitoring, watch } from './monitoring.ts'
import type { Config } from './platform/config.ts'
import { keepServerAddress, lockDataFolder } from './platform/data-folder-lock.ts'
import type { WorkNotification } from './platform/db/index.ts'
import { closeWithin, Draining } from './platform/http/index.ts'
import { isDatabaseDistributed } from './platform/job-queue/index.ts'
import { openLog } from './platform/log.ts'
import { ownVersion } from './platform/version.ts'
import { startWorkNotifications } from './platform/work-notifications.ts'
import { openRuntime, type Runtime } from './runtime.ts'
import type { ServerRole } from './server-role.ts'
import { type BackgroundWork, startWorker } from './worker.ts'

/** Options of `startServer`. */
export interface StartOptions {
  readonly role: ServerRole
  /** Whether the greeting is printed on a terminal. */
  readonly isTerminal: boolean
}

/** A running server. */
export interface RunningServer {
  /** Message to the person who started it. */
  readonly greeting: string
  /** Resolves when the server has stopped after a signal. */
  readonly untilStopped: Promise<void>
}

/** A failure to start, explained in one line. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StartError'
  }
}

/**
 * Starts a server in this process and returns when it listens.
 * @throws an error whose message is one line for the operator
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  // Before anything is opened: a server that is stopped while it starts must stop its database, too.
  const stopped = stopSignal()
  const log = openLog(config)
  log.info({ ...ownVersion(), role: options.role }, 'Plumbline starts')
  requireUsableSettings(config)
  const embedded = config.DATABASE_URL === undefined
  const lock = embedded ? await lockDataFolder(config.DATA_DIR) : undefined
  try {
    const runtime = await openRuntime(config, { log })
    try {
      await requireUsableDatabase(runtime, options.role)
      const { greeting, stop } = await run(runtime, options)
      if (embedded && options.role !== 'worker') await keepServerAddress(config.DATA_DIR, config.PUBLIC_URL)
      const stopAll = async () => {
        await stop()
        await runtime.close()
        lock?.release()
        endSoon()
      }
      return { greeting, untilStopped: stopped.then(stopAll) }
    } catch (error) {
      await runtime.close()
      throw error
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Resolves on the first SIGINT or SIGTERM. A second one has its default effect and ends the process. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of SIGNALS) process.off(signal, stop)
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
  })
}

/** Time after which the process is ended if interrupted work still keeps it running. */
const LAST_MS = 1000

function endSoon(): void {
  setTimeout(() => process.exit(), LAST_MS).unref()
}

function requireUsableSettings(config: Config): void {
  const wrong = checkSettings(config).find(({ state }) => state === 'error')
  if (wrong) throw new StartError(`${wrong.says}: ${wrong.fix}`)
}

/** Logs settings that are allowed but dangerous, such as webhooks to private networks. */
function warnOfSettings({ config, log }: Runtime): void {
  for (const { state, says, fix } of checkSettings(config)) {
    if (state === 'warning') log.warn(`${says}: ${fix}`)
  }
}

/**
 * Throws if row-level security does not apply to the role that serves requests, or the schema is not ready; only the
 * coordinator of a cluster has the job queue, which an API process does not need. `plumbline doctor` explains it in more
 * detail.
 */
async function requireUsableDatabase({ db }: Runtime, role: ServerRole): Promise<void> {
  try {
    const wrong = problemWith(await databaseFacts(db))
    if (wrong) throw new StartError(`${wrong.says}: ${wrong.fix}`)
    const { unknown, isQueueReady, isQueueHere } = await schemaState(db)
    const isReady = isQueueReady || (role === 'api' && !isQueueHere)
    if (unknown.length === 0 && isReady) return
    if (unknown.length === 0 && !isQueueHere && (await isDatabaseDistributed(db.global))) {
      throw new StartError(
        'this node of the cluster does not have the job queue: connect to the coordinator, or start with --role api',
      )
    }
    if (unknown.length === 0) {
      throw new StartError('the schema of the job queue is not up to date: run "plumbline migrate"')
    }
    throw new StartError(`the database is of a later version of this program (${unknown.join(', ')})`)
  } catch (error) {
    if (!isUnprepared(error)) throw error
    throw new StartError('the database is not prepared yet: run "plumbline migrate"', error)
  }
}

async function run(
  runtime: Runtime,
  { role, isTerminal }: StartOptions,
): Promise<{ greeting: string; stop: () => Promise<void> }> {
  warnOfSettings(runtime)
  const { parts, watchers } = await watch(runtime, role)
  const live = new LiveUpdates(parts)
  const draining = new Draining()
  const app = buildApp(parts, live, draining)
  const monitoring = buildMonitoring(parts, draining, watchers)
  const closeAll = async () => {
    await Promise.all([app.close(), monitoring.close()])
  }
  const { HOST, PORT, METRICS_HOST, METRICS_PORT } = runtime.config
  if (role !== 'worker') await listen(app, HOST, { PORT })
  const background = await startBackground(parts, role, live).catch(async (error: unknown) => {
    await closeAll()
    throw error
  })
  const stop = () => endOf({ runtime, role, app, monitoring, background, draining })
  try {
    if (METRICS_PORT !== undefined) await listen(monitoring, METRICS_HOST, { METRICS_PORT })
    // The last step: secrets are shown only once, so nothing may fail between creating and showing them.
    const first = role === 'worker' ? undefined : await firstStart(runtime, isTerminal)
    return { greeting: greetingOf(runtime.config, role, first), stop }
  } catch (error) {
    await closeAll()
    await background.stop(0)
    throw error
  }
}

/**
 * Starts background work. A process that only serves requests notifies workers in other processes, and listens for
 * notifications on behalf of the pages that are connected to it.
 */
async function startBackground(
  runtime: Runtime,
  role: ServerRole,
  live: LiveUpdates,
): Promise<BackgroundWork> {
  // The lock of the data folder prevents a second server on an embedded database.
  const onNotification = (notification: WorkNotification) => live.wake(notification)
  const isAlone = runtime.config.DATABASE_URL === undefined
  return role === 'api'
    ? startWorkNotifications({ ...runtime, onNotification })
    : startWorker({ ...runtime, db: runtime.db.background }, isAlone, onNotification)
}

/** Listens on a port. @param setting the port, under the name of its setting, which errors mention */
async function listen(app: FastifyInstance, host: string, setting: Record<string, number>): Promise<void> {
  const [[name, port]] = Object.entries(setting) as [[string, number]]
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw new StartError(listenProblem(error as NodeJS.ErrnoException, { host, port, name }), error)
  }
}

function listenProblem(
  error: NodeJS.ErrnoException,
  { host, port, name }: { host: string; port: number; name: string },
): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is in use; stop what runs there or set ${name} to another one`
    case 'EACCES':
      return `port ${port} on ${host} may not be opened by this user; set ${name} to one above 1023`
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${host}; set ${name === 'PORT' ? 'HOST' : 'METRICS_HOST'} to one it has`
    default:
      return `cannot listen on ${host}:${port}: ${error.message}`
  }
}

function greetingOf(config: Config, role: ServerRole, first: string | undefined): string {
  if (role === 'worker') return 'Plumbline worker is running.\n'
  return `Plumbline is running at ${config.PUBLIC_URL}\n${first ?? ''}`
}

/** The parts of a running server that have to be stopped. */
interface ServerParts {
  readonly runtime: Pick<Runtime, 'config' | 'log'>
  readonly role: ServerRole
  readonly app: FastifyInstance
  readonly monitoring: FastifyInstance
  readonly background: BackgroundWork
  readonly draining: Draining
}

/**
 * Stops a server. /readyz reports that it is not ready, and no new background work begins. If it serves requests, it
 * continues for SHUTDOWN_DELAY_SECONDS, then accepts no more. Everything in progress has SHUTDOWN_LIMIT_SECONDS to
 * finish; after that connections are closed, and deliveries and jobs are left to other processes.
 */
async function endOf({
  runtime: { config, log },
  role,
  app,
  monitoring,
  background,
  draining,
}: ServerParts): Promise<void> {
  const limitMs = config.SHUTDOWN_LIMIT_SECONDS * 1000
  const endRequests = async () => {
    if (role !== 'worker') await delay(config.SHUTDOWN_DELAY_SECONDS * 1000)
    if (await closeWithin(app, limitMs)) log.warn({ limitMs }, 'responses under way were cut at the limit')
  }
  draining.begin()
  log.info({ role }, 'Plumbline stops')
  // In a process that only serves requests, background work sends their notifications, so it stops after the last of them.
  if (role === 'api') await endRequests()
  await Promise.all([background.stop(limitMs), role !== 'api' && endRequests()])
  await closeWithin(monitoring, 0)
}
