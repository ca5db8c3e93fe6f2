import type { Database } from '../platform/db/index.ts'
import { clockSkewMs, databaseFacts, schemaState, problemWith } from './database-facts.ts'
import { fine, problem, warning, type Finding } from './finding.ts'

/** Checks version, role, schema and clock of a reachable database. */
export async function checkDatabase(db: Database): Promise<Finding[]> {
  return [await checkRole(db), await checkSchema(db), await checkClock(db)]
}

async function checkRole(db: Database): Promise<Finding> {
  const facts = await databaseFacts(db)
  const found = problemWith(facts)
  if (found) return problem('database', found.says, found.fix)
  if (facts.isLoginPowerful) {
    const says = `the application logs in as ${facts.login}, which may do more than its role: a statement that leaves the role could do everything`
    const fix =
      'give the owner as MIGRATION_DATABASE_URL and a login without rights as DATABASE_URL, then run "plumbline migrate"'
    return warning('database', says, fix)
  }
  return fine(
    'database',
    `PostgreSQL ${facts.version}; the role ${facts.role} owns nothing and is bound by row security`,
  )
}

async function checkSchema(db: Database): Promise<Finding> {
  const { pending, unknown, isQueueReady } = await schemaState(db)
  if (pending.length > 0) {
    return problem('schema', `not applied yet: ${pending.join(', ')}`, 'run "plumbline migrate"')
  }
  if (unknown.length > 0) {
    const says = `the database is of a later version of this program, which knows nothing of ${unknown.join(', ')}`
    return problem('schema', says, 'run the version of the program that migrated the database')
  }
  if (!isQueueReady) {
    return problem('schema', 'that of the job queue is not up to date', 'run "plumbline migrate"')
  }
  return fine('schema', 'up to date')
}

/** Beyond a second, signed addresses end early and sessions late, on one machine and not on the other. */
const SKEW_MS_MAX = 1000

async function checkClock(db: Database): Promise<Finding> {
  const skew = Math.round(await clockSkewMs(db))
  const message = `this machine's clock is ${Math.abs(skew)} ms ${skew < 0 ? 'behind' : 'ahead of'} the database's`
  if (Math.abs(skew) <= SKEW_MS_MAX) return fine('clock', message)
  return problem('clock', message, 'let both machines keep their time by NTP')
}
