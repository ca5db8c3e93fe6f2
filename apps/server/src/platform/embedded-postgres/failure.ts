import { folderProblem } from '../data-folder.ts'

/** The embedded database is not available; the message is one line that says what to do. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'EmbeddedPostgresError'
  }
}

/** Ends every message about a system on which the embedded database cannot run at all. */
export const WAY_OUT = 'set DATABASE_URL to a PostgreSQL server of your own (15.14 or later)'

/** Error output of PostgreSQL's tools, with the corresponding system error. */
const PRINTED_CAUSES: readonly (readonly [RegExp, string])[] = [
  [/No space left on device/, 'ENOSPC'],
  [/Disk quota exceeded/, 'EDQUOT'],
  [/Read-only file system/, 'EROFS'],
  [/Permission denied|Operation not permitted/, 'EACCES'],
]

/** Temporary causes: leftovers of a killed server that the system is still cleaning up. */
const PASSING_CAUSES =
  /lock file ".*" already exists|pre-existing shared memory block|could not create any TCP\/IP sockets/

/** Whether PostgreSQL gave up for a temporary reason. */
export const isPassing = (printed: string): boolean => PASSING_CAUSES.test(printed)

/** Returns one line for whatever prevented the database from starting. */
export function explain(error: unknown, path: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error
  const problem = folderProblem(error, path)
  if (problem !== undefined) return new EmbeddedPostgresError(problem, error)
  const message = error instanceof Error ? error.message : String(error)
  return new EmbeddedPostgresError(`the embedded database does not start: ${message}`, error)
}

/** Returns one line for a PostgreSQL program that the system refused to start. */
export function explainSpawn(error: NodeJS.ErrnoException): EmbeddedPostgresError {
  const reason = error.code ?? error.message
  return new EmbeddedPostgresError(
    `the PostgreSQL binaries do not run on this system (${reason}): ${WAY_OUT}`,
    error,
  )
}

/** Returns one line for the output of initdb or postgres before it gave up. */
export function explainPrinted(printed: string, path: string): EmbeddedPostgresError {
  const code = PRINTED_CAUSES.find(([pattern]) => pattern.test(printed))?.[1]
  if (code !== undefined) return explain(Object.assign(new Error(printed), { code }), path)
  if (/error while loading shared libraries|not found|Exec format error/.test(printed)) {
    return new EmbeddedPostgresError(`the PostgreSQL binaries do not run on this system: ${WAY_OUT}`)
  }
  if (/could not look up effective user/.test(printed)) {
    return new EmbeddedPostgresError(
      `PostgreSQL needs a user that /etc/passwd lists: start as such a user, or ${WAY_OUT}`,
    )
  }
  return explain(new Error(fatalLines(printed)), path)
}

/** Returns the lines that name the cause, without time and process, joined into one. */
function fatalLines(printed: string): string {
  const lines = printed.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.filter((line) => /(FATAL|PANIC|DETAIL|HINT|error):/.test(line))
  const chosen = telling.length > 0 ? telling : lines.slice(-1)
  const texts = chosen.map((line) => line.replace(/^.*?(?:FATAL|PANIC|DETAIL|HINT|error):\s*/, ''))
  return texts.join(' ').replace(/\s+/g, ' ') || 'it ended without a word'
}
