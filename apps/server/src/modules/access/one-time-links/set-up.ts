import { because, type SetUp } from '@plumbline/contract'
import { isBlank } from '@plumbline/contract/tolerance'
import { systemActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries, Transaction } from '../../../platform/db/index.ts'
import { invalidField, notFound, unusableValue } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { unknownStandards } from '../../standards/index.ts'
import { canonicalTimeZone, createWorkspace } from '../../workspaces/index.ts'
import { addMemberIn } from '../people/add-member.ts'
import { linkBuckets, tryPassword } from '../passwords/attempts.ts'
import { findLink, insertLink, takeSetupLinks } from './one-time-link-store.ts'
import { makeOneTimeToken } from './one-time-token.ts'
import { knownBrowserCookie } from '../sessions/known-browser.ts'
import { hashPassword } from '../passwords/password.ts'
import { requireStrongPassword } from '../passwords/password-strength.ts'
import { anyPerson, savePasswordHash, setAddressProof, type Person } from '../people-store.ts'
import type { SealParts } from '../sealed-rows.ts'
import type { OpenedLink } from './reset-password.ts'
import { startSession, type NewSession, type SessionParts } from '../sessions/start-session.ts'

/** Dependencies of the setup. */
export interface SetUpParts extends SessionParts, SealParts {
  readonly db: Database
  readonly secrets: Secrets
  /** Origin of the app. */
  readonly publicUrl: string
}

/** The result of the setup: the workspace, its admin, and the Set-Cookie lines that sign the admin in. */
export interface SetUpOutcome {
  readonly workspaceId: string
  readonly admin: Person
  readonly cookies: readonly string[]
}

/**
 * Creates a link with which a deployment without people is set up. It is valid until a person exists, as are earlier
 * ones, because other processes print theirs.
 */
export async function makeSetupLink(
  { db, clock, secrets }: { db: Database; clock: Clock; secrets: Secrets },
  publicUrl: string,
): Promise<string> {
  const { token, hash } = makeOneTimeToken()
  await insertLink(db.global, secrets, { tokenHash: hash, purpose: 'setup' }, clock.now().toISOString())
  return `${publicUrl}/setup?token=${token}`
}

/**
 * Checks that the link may set up this deployment.
 * @throws 404 NOT_FOUND once anybody exists; 422 INVALID_REQUEST naming `token` for a link that was never printed;
 * 429 RATE_LIMITED after too many of those
 */
export async function requireSetupLink(
  parts: SealParts & { db: Database; clock: Clock },
  { token, address }: OpenedLink,
): Promise<void> {
  const { db, clock } = parts
  await requireNobody(db.global)
  const isOurs = async () =>
    (await findLink(db.global, parts, { token, purpose: 'setup' }, clock.sqlNow())) !== undefined
  if (await tryPassword({ db, clock }, linkBuckets(address), isOurs)) return
  // A setup that completes between the two checks consumes all links.
  await requireNobody(db.global)
  throw unusableValue('token', because('link.not_printed'))
}

/**
 * Creates the first workspace and its admin, and signs the admin in: all or nothing, and only once, even with
 * concurrent calls in several processes.
 * @throws as requireSetupLink; 422 for an unknown time zone or standard, a malformed address, or a password that is
 * easily guessed
 */
export async function setUp(
  parts: SetUpParts,
  opened: OpenedLink & Pick<NewSession, 'userAgent' | 'cookieHeader'>,
  input: SetUp,
): Promise<SetUpOutcome> {
  await requireSetupLink(parts, opened)
  const workspace = readWorkspace(input)
  await requireStrongPassword('password', input.password, [input.email, input.name, input.workspace_name])
  const passwordHash = await hashPassword(input.password)
  let made: Omit<SetUpOutcome, 'workspaceId'> | undefined
  const { workspaceId } = await createWorkspace(
    parts,
    parts.publicUrl,
    workspace,
    systemActor,
    async (tx) => {
      if (!(await takeSetupLinks(tx, opened.token))) throw notFound()
      await requireNobody(tx)
      const admin = await addAdmin(tx, parts.clock, input, passwordHash)
      const session = { ...opened, personId: admin.personId }
      const known = knownBrowserCookie(parts, opened.cookieHeader, admin.email)
      made = { admin, cookies: [await startSession(tx, parts, session), known] }
    },
  )
  if (!made) throw new Error('a workspace was set up without its admin')
  return { workspaceId, ...made }
}

function addAdmin(tx: Transaction, clock: Clock, { email, name }: SetUp, hash: string): Promise<Person> {
  const admin = { email, name, role: 'admin', siteIds: null, accessEndsAt: null } as const
  return addMemberIn(tx, clock, systemActor(tx.workspaceId), admin, async (_tx, { personId }) => {
    await savePasswordHash(tx, newId(), personId, hash, clock.now().toISOString())
    await setAddressProof(tx, personId, 'link')
  })
}

function readWorkspace(input: SetUp) {
  const timeZone = canonicalTimeZone(input.timezone)
  if (timeZone === undefined) {
    throw invalidField('timezone', because('field.time_zone'))
  }
  const standards = [...new Set(input.standards)]
  const unknown = unknownStandards(standards)
  if (unknown.length > 0) {
    throw unusableValue('standards', because('standards.unknown', { keys: unknown.join(', ') }), { unknown })
  }
  const { approval_policy: approvalPolicy, default_decision_rule: defaultDecisionRule, paper } = input
  const settings = {
    ...(approvalPolicy !== undefined && { approvalPolicy }),
    ...(!isBlank(defaultDecisionRule) && { defaultDecisionRule: defaultDecisionRule! }),
  }
  const laboratory = paper === undefined ? {} : { paper }
  return { name: input.workspace_name, plan: 'scale', timeZone, standards, settings, laboratory } as const
}

async function requireNobody(queries: Queries): Promise<void> {
  if (await anyPerson(queries)) throw notFound()
}
