import { ConfigError, type Config } from '../platform/config.ts'
import { readSettings, type Runtime } from '../runtime.ts'
import { checkBackups } from './check-backups.ts'
import { checkDatabase } from './check-database.ts'
import { checkForwarders } from './check-forwarders.ts'
import { checkKeyFiles } from './check-files.ts'
import { checkMail } from './check-mail.ts'
import { checkProtections } from './check-protections.ts'
import { checkReplica } from './check-replica.ts'
import { checkOidc } from './check-oidc.ts'
import { checkSecret } from './check-secret.ts'
import { checkSettings } from './check-settings.ts'
import { checkStorage } from './check-storage.ts'
import { isUnprepared } from './database-facts.ts'
import { problem, type Finding } from './finding.ts'

/** Dependencies of an examination. */
export interface Examination {
  readonly open: (config: Config) => Promise<Runtime>
  /** Describes an error in one line, for the operator. */
  readonly explain: (error: unknown) => string
}

/**
 * Runs all checks of a deployment. A check that fails becomes a finding of its own, so that one problem does not hide
 * the others.
 */
export async function examine({ open, explain }: Examination): Promise<Finding[]> {
  let config: Config
  try {
    config = readSettings()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((says) => problem('settings', says, 'see "plumbline serve --help"'))
  }
  const settings = [...checkSettings(config), ...(await checkOidc(config)), ...(await checkMail(config))]
  const opened = await open(config).catch((error: unknown) => explain(error))
  if (typeof opened === 'string') {
    return [...settings, unreachable(config, opened), ...(await checkKeyFiles(config))]
  }
  try {
    return [...settings, ...(await examineOpened(opened, explain))]
  } finally {
    await opened.close()
  }
}

async function examineOpened(runtime: Runtime, explain: Examination['explain']): Promise<Finding[]> {
  const { config, db } = runtime
  const database = await checkDatabase(db).catch((error: unknown) => [
    isUnprepared(error) ? unprepared : unreachable(config, explain(error)),
  ])
  const found = [...database, ...(await checkKeyFiles(config))]
  // The following checks use the tables of the application.
  if (database.some(({ state }) => state === 'error')) return found
  const protections = await checkProtections(db).catch((error: unknown) => [
    problem(
      'protections',
      `cannot be read: ${explain(error)}`,
      'check the rights of the role of DATABASE_URL',
    ),
  ])
  const backups = await checkBackups(runtime).catch((error: unknown) => [
    problem('backups', `cannot be listed: ${explain(error)}`, 'check BACKUP_FOLDER, and that it can be read'),
  ])
  const forwarders = await checkForwarders(db)
  return [
    ...found,
    ...(await checkReplica(config, db)),
    ...forwarders,
    ...protections,
    await checkSecret(runtime),
    ...(await checkStorage(runtime)),
    ...backups,
  ]
}

const unprepared = problem('schema', 'nothing was migrated yet', 'run "plumbline migrate"')

function unreachable(config: Config, why: string): Finding {
  const fix =
    config.DATABASE_URL === undefined
      ? 'check the rights and the space of DATA_DIR'
      : 'check DATABASE_URL, and that the database runs'
  return problem('database', `cannot be worked with: ${why}`, fix)
}
