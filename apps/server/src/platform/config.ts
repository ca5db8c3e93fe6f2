import { isAbsolute, resolve } from 'node:path'
import { backupSettings } from './backup-settings.ts'
import { checkpointSettings, halfAReceiver } from './checkpoint-settings.ts'
import { REQUEST_DEADLINE_MS } from './db/time-limits.ts'
import { mailSettings } from './mail/mail-settings.ts'
import { runningSettings } from './running-settings.ts'
import {
  flag,
  integer,
  integers,
  list,
  logFormat,
  logLevel,
  optionalText,
  targets,
  text,
  url,
  type Setting,
} from './setting-kinds.ts'

/** What a first start creates if there are no people yet. */
const firstStarts = ['workspace', 'setup'] as const
type FirstStart = (typeof firstStarts)[number]

const firstStart: Setting<FirstStart | undefined> = {
  fallback: undefined,
  help: 'If there are no users yet: workspace creates a workspace, its admin and a key; setup prints a link to the page that does. Unset: workspace on the embedded database, otherwise setup.',
  read: (value) => {
    const way = firstStarts.find((candidate) => candidate === value)
    return way ? { value: way } : { wrong: `takes one of ${firstStarts.join(', ')}, not "${value}"` }
  },
}

/** Default timeout of a webhook receiver in milliseconds (decisions, section 11). */
const WEBHOOK_TIMEOUT_MS = 15_000
const MINUTES = 60
const DAYS = 24 * 60 * 60

/** All settings, in the order in which the help lists them. */
export const settings = {
  PORT: integer(8080, 0, 65_535, 'Port to listen on.'),
  HOST: text('127.0.0.1', 'Address to listen on.'),
  PUBLIC_URL: url(
    ['http', 'https'],
    'Origin at which people and clients reach the server. Default: http://HOST:PORT.',
  ),
  DATA_DIR: text('./data', 'Folder of the embedded database, stored files and keys.'),
  DATABASE_URL: url(
    ['postgres', 'postgresql'],
    'Your own PostgreSQL, 15.14 to 18. Unset: embedded, under DATA_DIR.',
  ),
  DATABASE_POOLER_URL: url(
    ['postgres', 'postgresql'],
    'PgBouncer or a similar pooler in transaction mode in front of the database of DATABASE_URL, used for requests and background work.',
  ),
  DATABASE_REPLICA_URL: url(
    ['postgres', 'postgresql'],
    'A streaming replica of the database of DATABASE_URL that serves lists and reports, as fresh as the database itself.',
  ),
  MIGRATION_DATABASE_URL: url(
    ['postgres', 'postgresql'],
    "The owner's connection for migrate, if DATABASE_URL is not the owner.",
  ),
  FIRST_START: firstStart,
  DATABASE_POOL_SIZE: integer(
    10,
    1,
    500,
    'Maximum number of database connections of a process for requests, and as many again for background work.',
  ),
  REQUEST_DEADLINE_MS: integer(
    REQUEST_DEADLINE_MS,
    100,
    600_000,
    'Time limit of a request, in milliseconds, after which it gets 503.',
  ),
  TRUSTED_PROXIES: list(
    'Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted, separated by commas.',
  ),
  STORAGE_URL: url(
    ['s3'],
    'Storage for files: s3://bucket?endpoint=…&region=…. Unset: files under DATA_DIR.',
  ),
  SECRET_KEY: optionalText(
    'Secret that encrypts stored secrets, at least 32 characters. Unset: generated at the first start and stored under DATA_DIR.',
  ),
  SECRET_KEY_FALLBACK: optionalText(
    'Second secret whose encrypted values are also accepted, while SECRET_KEY is being replaced.',
  ),
  CHANGE_REASON_RULES_ENFORCED: flag(false, 'Refuse a change of calibration interval without a reason.'),
  RATE_LIMIT_PER_MINUTE: integer(120, 1, 1_000_000, 'Requests per minute of an API key.'),
  SESSION_RATE_LIMIT_PER_MINUTE: integer(
    300,
    1,
    1_000_000,
    'Requests per minute of a session of the application.',
  ),
  SESSION_DAYS: integer(
    30,
    1,
    365,
    'Days after which people must sign in again, however often they use the application.',
  ),
  SIGNING_SESSION_HOURS: integer(
    12,
    1,
    24 * 365,
    'The same in hours, for people with a workspace that requires electronic signatures.',
  ),
  COMPUTED_FILTER_MAX_CANDIDATES: integer(
    1_000_000,
    1,
    1_000_000_000,
    'Maximum number of instruments that computed filters examine.',
  ),
  IDEMPOTENCY_RETENTION_DAYS: integer(
    30,
    30,
    36_500,
    'How long Idempotency-Keys of instruments are stored, in days.',
  ),
  UPLOAD_EXPIRES_SECONDS: integer(15 * MINUTES, 1, 7 * DAYS, 'Lifetime of an upload URL, in seconds.'),
  UPLOADS_PER_DAY: integer(
    2000,
    1,
    10_000_000,
    'Number of files that a workspace may upload per day, of at most 25 MiB each.',
  ),
  DOWNLOAD_EXPIRES_SECONDS: integer(5 * MINUTES, 1, 7 * DAYS, 'Lifetime of a download URL, in seconds.'),
  WEBHOOK_MAX_ENDPOINTS: integer(20, 1, 10_000, 'Maximum number of webhook endpoints of a workspace.'),
  WEBHOOK_RETRY_SCHEDULE: integers(
    undefined,
    14 * DAYS,
    'Seconds before the second, third, … attempt, separated by commas. Unset: eleven attempts over three days.',
  ),
  WEBHOOK_TIMEOUT_MS: integer(
    WEBHOOK_TIMEOUT_MS,
    100,
    120_000,
    'Time limit of webhook receivers, in milliseconds.',
  ),
  WEBHOOK_ALLOWED_PORTS: integers(undefined, 65_535, 'Ports that webhooks may reach. Unset: any.'),
  WEBHOOK_ALLOWED_TARGETS: targets(
    'Addresses, CIDR ranges and host names of your own network that webhooks may reach over https in addition to public ones, each with or without a port, separated by commas.',
  ),
  WEBHOOK_ALLOW_PRIVATE_TARGETS: flag(
    false,
    'For development: webhooks may reach loopback and private addresses, also over plain http.',
  ),
  DELIVERY_LOG_RETENTION_DAYS: integer(90, 1, 36_500, 'How long the delivery log is stored, in days.'),
  LOG_LEVEL: logLevel,
  LOG_FORMAT: logFormat,
  ...runningSettings,
  ...backupSettings,
  ...checkpointSettings,
  OIDC_ISSUER: url(
    ['https', 'http'],
    'Issuer of an OpenID Connect provider for sign-in in addition to passwords. Unset: passwords only.',
  ),
  OIDC_CLIENT_ID: optionalText('ID of this server at the provider.'),
  OIDC_CLIENT_SECRET: optionalText('Secret of this server at the provider.'),
  OIDC_ACR_VALUES: list(
    'Authentication contexts (acr) to request from the provider, one of which is required, separated by commas. Unset: any.',
  ),
  OIDC_REQUIRED_AMR: list(
    'Authentication methods (amr), such as mfa, all of which the provider must have used, separated by commas. Unset: any.',
  ),
  OIDC_NAME: optionalText('Name of the provider on the button of the sign-in page.'),
  ...mailSettings,
} satisfies Record<string, Setting<unknown>>

type SettingName = keyof typeof settings
type ValueOf<Name extends SettingName> = (typeof settings)[Name] extends Setting<infer Value> ? Value : never

/** All settings as read, with absolute paths and a value for PUBLIC_URL. */
export type Config = { readonly [Name in SettingName]: ValueOf<Name> } & { readonly PUBLIC_URL: string }

/** Invalid settings, one sentence each. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Minimum length of a secret chosen by an operator: 32 random characters have at least 128 bits. */
const SECRET_KEY_LENGTH_MIN = 32

/**
 * Reads all settings from the environment.
 * @throws ConfigError naming all mistakes
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const sent = environment[name]?.trim()
    const result = sent === undefined || sent === '' ? { value: setting.fallback } : setting.read(sent)
    if ('wrong' in result) problems.push(`${name} ${result.wrong}.`)
    else values[name] = result.value
  }
  const config = values as Config
  problems.push(...contradictions(config))
  if (problems.length > 0) throw new ConfigError(problems)
  const dataDir = isAbsolute(config.DATA_DIR) ? config.DATA_DIR : resolve(config.DATA_DIR)
  return { ...config, DATA_DIR: dataDir, PUBLIC_URL: publicUrl(config) }
}

function contradictions(config: Config): string[] {
  const problems: string[] = []
  for (const name of ['SECRET_KEY', 'SECRET_KEY_FALLBACK'] as const) {
    const secret = config[name]
    if (secret !== undefined && secret.length < SECRET_KEY_LENGTH_MIN) {
      problems.push(`${name} needs at least ${SECRET_KEY_LENGTH_MIN} characters.`)
    }
  }
  if (config.SECRET_KEY_FALLBACK !== undefined && config.SECRET_KEY === undefined) {
    problems.push('SECRET_KEY_FALLBACK goes with SECRET_KEY, which is not set.')
  }
  for (const name of ['MIGRATION_DATABASE_URL', 'DATABASE_POOLER_URL', 'DATABASE_REPLICA_URL'] as const) {
    if (config[name] !== undefined && config.DATABASE_URL === undefined) {
      problems.push(`${name} goes with DATABASE_URL, which is not set.`)
    }
  }
  // Several processes may start simultaneously, and each would create one.
  if (config.FIRST_START === 'workspace' && config.DATABASE_URL !== undefined) {
    problems.push('FIRST_START=workspace goes with the embedded database; take setup beside DATABASE_URL.')
  }
  return [...problems, ...halfAReceiver(config), ...halfAProvider(config)]
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** An identity provider requires all of its settings, and a URL that cannot be intercepted. */
function halfAProvider(config: Config): string[] {
  const { OIDC_ISSUER } = config
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  // An unreadable setting has been reported already and is not missing.
  const missing = needed.filter((name) => name in config && config[name] === undefined)
  const some = missing.length < needed.length || config.OIDC_NAME !== undefined
  if (some && missing.length > 0) {
    return [
      `${needed.join(', ')} go together; ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set.`,
    ]
  }
  if (OIDC_ISSUER === undefined) return []
  const { protocol, hostname } = new URL(OIDC_ISSUER)
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return []
  return ['OIDC_ISSUER takes an https address; http is for a provider on this machine alone.']
}

function publicUrl(config: Config): string {
  if (config.PUBLIC_URL !== undefined) return config.PUBLIC_URL.replace(/\/+$/, '')
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  return `http://${host}:${config.PORT}`
}
