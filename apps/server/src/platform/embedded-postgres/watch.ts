import { exists } from '../data-folder.ts'
import { dataOf, findHome } from './cluster-home.ts'
import { EmbeddedPostgresError } from './failure.ts'
import { findPostmaster } from './postmaster.ts'

/** The part of the log that is needed here. */
export interface WatchLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** How soon the end of the database is noticed. */
const WATCH_MS = 1000

/**
 * Looks after a running database: when it has ended although nobody stopped it, `bringUp` is
 * called until it succeeds. Returns how to end the watch, and then to wait for a look under way.
 */
export function watch(dataDir: string, log: WatchLog, bringUp: () => Promise<unknown>): () => Promise<void> {
  let look: Promise<void> | undefined
  let reported = ''
  const report = (error: unknown) => {
    const { message } = error as Error
    // Once for each cause: the watch comes back every second.
    if (message !== reported) log.error({ err: error }, `the embedded database is down: ${message}`)
    reported = message
  }
  const revive = async () => {
    if (await isRunning(dataDir)) return
    log.warn({}, 'the embedded database ended unexpectedly and is being started again')
    await bringUp()
    reported = ''
  }
  const timer = setInterval(() => {
    look ??= revive()
      .catch(report)
      .finally(() => (look = undefined))
  }, WATCH_MS).unref()
  return async () => {
    clearInterval(timer)
    await look
  }
}

/**
 * A cluster that vanished is an error and not an end: it must not be fixed with an empty one.
 */
async function isRunning(dataDir: string): Promise<boolean> {
  const home = await findHome(dataDir)
  if (home === undefined || !(await exists(dataOf(home)))) {
    throw new EmbeddedPostgresError(`the cluster is no longer in ${dataDir}`)
  }
  return (await findPostmaster(dataOf(home))) !== undefined
}
