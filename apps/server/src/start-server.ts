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
import { openLog } from './platform/log.ts'
import { ownVersion } from './platform/version.ts'
import { startWorkNotifications } from './platform/work-notifications.ts'
import { openRuntime, type Runtime } from './runtime.ts'
import type { ServerRole } from './server-role.ts'
import { type BackgroundWork, startWorker } from './worker.ts'

/** How a server is started. */
export interface StartOptions {
  readonly role: ServerRole
  /** Whether the greeting goes to a terminal, where a person reads it. */
  readonly isTerminal: boolean
}

/** A running server. */
export interface RunningServer {
  /** Message to the person who started it. */
  readonly greeting: string
  /** Settles once the server has got a signal to stop and has stopped cleanly. */
  readonly untilStopped: Promise<void>
}

/** A failure to start that is explained in one line. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StartError'
  }
}

/**
 * Starts a server in this process and returns once it listens.
 * @throws with one line for the operator when it cannot
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  // From the first moment: a server that is stopped while it starts must not leave a database behind.
  const stopped = stopSignal()
  const log = openLog(config)
  log.info({ ...ownVersion(), role: options.role }, 'Plumbline starts')
  requireUsableSettings(config)
  const embedded = config.DATABASE_URL === undefined
  const lock = embedded ? await lockDataFolder(config.DATA_DIR) : undefined
  try {
    const runtime = await openRuntime(config, { log })
    try {
      await requireUsableDatabase(runtime)
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

/** Settles with the first signal to stop; a second one of either kind ends the process at once, as it always does. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of SIGNALS) process.off(signal, stop)
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
  })
}

/** A process ends by itself when nothing is left to do; what was cut, and does not notice, gets this long. */
const LAST_MS = 1000

function endSoon(): void {
  setTimeout(() => process.exit(), LAST_MS).unref()
}

function requireUsableSettings(config: Config): void {
  const wrong = checkSettings(config).find(({ state }) => state === 'error')
  if (wrong) throw new StartError(`${wrong.says}: ${wrong.fix}`)
}

/** What can be run with and yet be dangerous, such as webhooks that reach the network around. */
function warnOfSettings({ config, log }: Runtime): void {
  for (const { state, says, fix } of checkSettings(config)) {
    if (state === 'warning') log.warn(`${says}: ${fix}`)
  }
}

/** Row security must bind the role that serves requests; doctor says the same with more patience. */
async function requireUsableDatabase({ db }: Runtime): Promise<void> {
  try {
    const wrong = problemWith(await databaseFacts(db))
    if (wrong) throw new StartError(`${wrong.says}: ${wrong.fix}`)
    const { unknown, isQueueReady } = await schemaState(db)
    if (unknown.length === 0 && isQueueReady) return
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
    // Last of all: what it makes is shown once, so nothing may fail between the making and the showing.
    const first = role === 'worker' ? undefined : await firstStart(runtime, isTerminal)
    return { greeting: greetingOf(runtime.config, role, first), stop }
  } catch (error) {
    await closeAll()
    await background.stop(0)
    throw error
  }
}

/**
 * A process that only serves requests notifies work to workers elsewhere, and listens to notifications of others for
 * the pages that are open at it.
 */
async function startBackground(
  runtime: Runtime,
  role: ServerRole,
  live: LiveUpdates,
): Promise<BackgroundWork> {
  // The lock of the data folder lets no second server at an embedded database.
  const onNotification = (notification: WorkNotification) => live.wake(notification)
  const isAlone = runtime.config.DATABASE_URL === undefined
  return role === 'api'
    ? startWorkNotifications({ ...runtime, onNotification })
    : startWorker({ ...runtime, db: runtime.db.background }, isAlone, onNotification)
}

/** @param setting the port, under the name of its setting */
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

/** What a running server is made of, as far as it ends. */
interface ServerParts {
  readonly runtime: Pick<Runtime, 'config' | 'log'>
  readonly role: ServerRole
  readonly app: FastifyInstance
  readonly monitoring: FastifyInstance
  readonly background: BackgroundWork
  readonly draining: Draining
}

/**
 * Ends a server: it says that it is not ready, goes on for SHUTDOWN_DELAY_SECONDS where it serves requests, then takes
 * no more of them. Background work begins nothing more from the first moment. All that is under way has
 * SHUTDOWN_LIMIT_SECONDS to end; then it is cut, deliveries and jobs are left to others.
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
  // Where only requests are served, the work beside them carries their notifications until the last one.
  if (role === 'api') await endRequests()
  await Promise.all([background.stop(limitMs), role !== 'api' && endRequests()])
  await closeWithin(monitoring, 0)
}
