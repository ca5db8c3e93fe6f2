import type { BetterAuthOptions } from 'better-auth/minimal'
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { hashPassword, passwordMatches } from './password.ts'
import { COOKIE_PREFIX, SESSION_SECONDS, type SessionCookie } from './session-cookie.ts'
import { libraryAdapter } from './sign-in-library-store.ts'

/** What the sign-in library is set up with. */
export interface LibraryParts {
  readonly clock: Clock
  readonly log: Log
  readonly publicUrl: string
  readonly cookie: SessionCookie
  /** Whether a person must show a second factor before a session may begin. */
  readonly needsSecondFactor: (personId: string) => Promise<boolean>
}

/** The password was right, and the second factor is awaited: no session has begun. */
export class SecondFactorAwaited extends Error {
  readonly personId: string
  constructor(personId: string) {
    super('a second factor is awaited')
    this.name = 'SecondFactorAwaited'
    this.personId = personId
  }
}

/** Columns that most of the library's tables share, by its names for them. */
const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** How the library is set up: our tables, our ids, our clock, our hashes; nothing is told to anybody. */
export function libraryOptions({ clock, log, publicUrl, cookie, needsSecondFactor }: LibraryParts) {
  return {
    baseURL: publicUrl,
    secret: cookie.secret,
    telemetry: { enabled: false },
    // Attempts are counted by us, in the database, where all processes see them.
    rateLimit: { enabled: false },
    logger: { level: 'warn', log: (_level, message) => log.debug({ from: 'sign-in library' }, message) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: { hash: hashPassword, verify: ({ hash, password }) => passwordMatches(password, hash) },
    },
    user: { modelName: 'people', fields: { emailVerified: 'email_verified', ...stamps } },
    account: {
      modelName: 'sign_in_accounts',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'person_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...stamps,
      },
    },
    session: {
      modelName: 'sign_in_sessions',
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...stamps,
      },
      expiresIn: SESSION_SECONDS,
    },
    verification: {
      modelName: 'sign_in_verifications',
      fields: { expiresAt: 'expires_at', ...stamps },
    },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: cookie.isSecure,
      database: { generateId: () => newId() },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            // Here, where every session of the library passes, nobody slips by the second factor.
            if (await needsSecondFactor(session.userId)) throw new SecondFactorAwaited(session.userId)
            // The library takes the time from the process; ours can be moved by tests.
            return { data: { ...session, ...livingFrom(clock.now()) } }
          },
        },
      },
    },
  } satisfies BetterAuthOptions
}

/** Times of a session that begins now. */
function livingFrom(now: Date) {
  return { createdAt: now, updatedAt: now, expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000) }
}

/**
 * Makes the library, on tables that are migrated already. It is loaded only here, since commands and
 * servers that nobody signs in to have no use for its 50 MB.
 */
export async function loadLibrary(queries: Queries, parts: LibraryParts) {
  const { betterAuth } = await import('better-auth/minimal')
  const { createAdapterFactory } = await import('better-auth/adapters')
  const database = createAdapterFactory({
    config: {
      adapterId: 'plumbline',
      adapterName: 'Plumbline',
      supportsNumericIds: false,
      // Instants cross as text, as everywhere in our database layer.
      supportsDates: false,
    },
    adapter: () => libraryAdapter(queries),
  })
  return betterAuth({ ...libraryOptions(parts), database })
}
