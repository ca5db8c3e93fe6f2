import type { FastifyInstance } from 'fastify'
import { APP_API_PREFIX, PUBLIC_API_PREFIX, SIGN_IN_PREFIX } from '@plumbline/contract'
import type * as appModule from '../../src/app.ts'
import type * as clockModule from '../../src/platform/clock.ts'
import type * as configModule from '../../src/platform/config.ts'
import type * as dbModule from '../../src/platform/db/index.ts'
import type * as logModule from '../../src/platform/log.ts'
import type * as secretsModule from '../../src/platform/secrets.ts'
import type * as storageModule from '../../src/platform/storage/index.ts'
import type { ReleaseCallers } from './program.ts'

/** The data stored for a release in addition to its database and files. */
export interface Kept extends ReleaseCallers {
  readonly version: string
  readonly commit: string
  /** Instant at which the responses were recorded; the clock of the application is set to it. */
  readonly instant: string
  readonly publicUrl: string
  /** SECRET_KEY of the server that created the data; it opens the stored ledger keys and webhook secrets. */
  readonly secretKey: string
  readonly otherWorkspaceId: string
  /** Verifier keys of the exported ledgers by workspace. */
  readonly verifierKeys: Readonly<Record<string, string>>
  /** SHA-256 of each issued certificate by its record. */
  readonly certificates: Readonly<Record<string, string>>
}

/** Parameters of a running copy of the program. */
interface ReleaseAppParts {
  /** The `src` folder of the program's server. */
  readonly source: URL
  readonly connectionString: string
  readonly dataDir: string
  readonly kept: Pick<Kept, 'instant' | 'publicUrl' | 'secretKey'>
}

/** A copy of the program on stored data, at the stored instant. */
export interface ReleaseApp {
  readonly app: FastifyInstance
  readonly db: dbModule.Database
  readonly secrets: secretsModule.Secrets
  readonly close: () => Promise<void>
}

/** Builds the application of a source tree on stored data. It does not listen and runs no background work. */
export async function openReleaseApp({
  source,
  connectionString,
  dataDir,
  kept,
}: ReleaseAppParts): Promise<ReleaseApp> {
  const program = await loadProgram(source)
  const config = program.readConfig(environmentOf(dataDir, kept))
  const connection = { connectionString }
  const db = program.openDatabase({
    connection,
    poolSize: 4,
    role: program.APPLICATION_ROLE,
    onIdleError: () => undefined,
  })
  const clock = program.clockAt(new Date(kept.instant))
  const secretKeys = { present: kept.secretKey }
  const secrets = program.createSecrets(secretKeys)
  const storage = program.createStorage({
    storageUrl: config.STORAGE_URL,
    dataDir: config.DATA_DIR,
    publicUrl: config.PUBLIC_URL,
    signingKeys: secrets.deriveEach('storage'),
    clock,
  })
  const log = program.createLog(config.LOG_LEVEL)
  const app = program.buildApp({ config, db, connection, clock, secretKeys, secrets, storage, log })
  await app.ready()
  const close = async () => {
    await app.close()
    await db.close()
    storage.close()
  }
  return { app, db, secrets, close }
}

function environmentOf(dataDir: string, kept: ReleaseAppParts['kept']): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PUBLIC_URL: kept.publicUrl,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SESSION_RATE_LIMIT_PER_MINUTE: '1000000',
    SECRET_KEY: kept.secretKey,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  }
}

/** Loads the modules of a source tree; those of another source tree have the same exports, as far as they are used. */
async function loadProgram(source: URL) {
  const load = async <Module>(path: string) => (await import(new URL(path, source).href)) as Module
  return {
    ...(await load<typeof appModule>('app.ts')),
    ...(await load<typeof clockModule>('platform/clock.ts')),
    ...(await load<typeof configModule>('platform/config.ts')),
    ...(await load<typeof dbModule>('platform/db/index.ts')),
    ...(await load<typeof logModule>('platform/log.ts')),
    ...(await load<typeof secretsModule>('platform/secrets.ts')),
    ...(await load<typeof storageModule>('platform/storage/index.ts')),
  }
}

/** A request of a caller. */
export interface RecordedRequest {
  readonly operation: string
  readonly api: 'public' | 'app' | 'account'
  /** Name of the key or of the person in `Kept`. */
  readonly as: string
  /** Path below the prefix of the API, and of the workspace in the app. */
  readonly path: string
}

/** The response: JSON, text, or the hash of a file. */
export interface RecordedResponse {
  readonly status: number
  readonly body: unknown
}

/** Sends GET requests as the callers of stored data. */
export interface Asking {
  ask(request: RecordedRequest): Promise<{ status: number; contentType: string; body: Buffer }>
}

/** Signs in the people, in the order in which they are stored, and sends requests as them. */
export async function askingOf(
  app: FastifyInstance,
  { workspaceId, keys, people }: ReleaseCallers,
): Promise<Asking> {
  const headers: Record<string, Record<string, string>> = {}
  for (const [name, key] of Object.entries(keys)) headers[name] = { authorization: `Bearer ${key}` }
  for (const [name, payload] of Object.entries(people)) {
    const response = await app.inject({ method: 'POST', url: `${SIGN_IN_PREFIX}/sign-in/email`, payload })
    const cookie = response.cookies
      .map(({ name: of, value }) => `${of}=${encodeURIComponent(value)}`)
      .join('; ')
    headers[name] = { cookie }
  }
  const prefixes = {
    public: PUBLIC_API_PREFIX,
    app: `${APP_API_PREFIX}/workspaces/${workspaceId}`,
    account: APP_API_PREFIX,
  }
  const inject = (api: RecordedRequest['api'], as: string, path: string) =>
    app.inject({ url: `${prefixes[api]}${path}`, headers: headers[as] ?? {} })
  // Proofs end at the latest checkpoint, which requesting one creates: the order of requests must not matter.
  await inject('public', Object.keys(keys)[0]!, '/ledger/checkpoint')
  return {
    ask: async ({ api, as, path }) => {
      const { statusCode, headers: received, rawPayload } = await inject(api, as, path)
      return { status: statusCode, contentType: received['content-type'] ?? '', body: rawPayload }
    },
  }
}
