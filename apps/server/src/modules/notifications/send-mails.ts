import type { Clock } from '../../platform/clock.ts'
import type { Database, WorkspaceQueries } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import {
  mailServerOf,
  type MailOutcome,
  type MailServer,
  type MailServerSettings,
} from '../../platform/mail/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findMember } from '../access/index.ts'
import { writeLetter } from '../mail/index.ts'
import { letterOf, type StoppableLetter } from './letters.ts'
import {
  claimMails,
  endAttempt,
  noteHandover,
  releaseAttempt,
  takeUpAbandoned,
  type ClaimedMail,
  type MailEnding,
} from './mail-store.ts'
import { nextAttemptAt } from './rules/mail-retries.ts'

/** Dependencies of sending mails. */
export interface SendingParts {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly config: MailServerSettings
  readonly secrets: Secrets
}

/**
 * Time after which another process may take over the mail of an attempt; each step of an attempt is limited to ten
 * seconds.
 */
const LEASE_SECONDS = 120

/**
 * Sends the mails that are due in a workspace. The handover is recorded before the mail server receives the content. If the
 * process is killed after that, the outcome of the mail is unknown, which is shown, and it is never sent again; if before,
 * another process sends it. So no mail is sent twice.
 */
export async function sendDueMails(parts: SendingParts, workspaceId: string): Promise<void> {
  const server = mailServerOf(parts.config)
  if (!server) return
  const queries = parts.db.in(workspaceId)
  await takeUpAbandoned(queries, parts.clock.sqlNow())
  for (;;) {
    const runId = newId()
    const now = parts.clock.sqlNow()
    const mails = await claimMails(queries, runId, { now, leaseSeconds: LEASE_SECONDS })
    if (mails.length === 0) return
    const sending = { ...parts, server, queries, runId }
    for (const mail of mails) await attempt(sending, mail).catch((error) => putOff(sending, mail, error))
  }
}

interface Attempt extends SendingParts {
  readonly server: MailServer
  readonly queries: WorkspaceQueries
  readonly runId: string
}

async function attempt(parts: Attempt, mail: ClaimedMail): Promise<void> {
  const { queries, clock, runId } = parts
  const end = (ending: MailEnding) =>
    endAttempt(queries, { mailId: mail.mailId, runId }, ending, clock.sqlNow())
  const member = await findMember(queries, mail.personId)
  const letter = member && (await letterOf(parts, mail, member))
  if (!letter) return end({ state: 'dropped', dueAt: null, address: null, fault: null, detail: null })
  const outcome = await hand(parts, mail, letter)
  if (outcome) await end(endingOf(outcome, mail, letter.to, clock.now()))
}

/**
 * Postpones a mail that could not be written, so that it does not delay those behind it. A mail that the server may have
 * received is left unchanged: its outcome is unknown once the lease expires.
 */
async function putOff({ queries, clock, log, runId }: Attempt, mail: ClaimedMail, error: unknown) {
  const { mailId, attemptCount } = mail
  log.error({ err: error, workspace_id: queries.workspaceId, mail_id: mailId }, 'a mail could not be written')
  await releaseAttempt(queries, { mailId, runId }, nextAttemptAt(attemptCount, clock.now()), clock.sqlNow())
}

/** Returns undefined if another process has claimed the mail in the meantime. */
async function hand(
  parts: Attempt,
  { mailId }: ClaimedMail,
  letter: StoppableLetter,
): Promise<MailOutcome | undefined> {
  const { queries, clock, config, server, runId } = parts
  const written = await writeLetter(queries, config.PUBLIC_URL, letter)
  const beforeContent = async () => {
    const lease = { now: clock.sqlNow(), leaseSeconds: LEASE_SECONDS }
    if (await noteHandover(queries, { mailId, runId, address: letter.to }, lease)) return
    throw new MailTaken()
  }
  const headers = unsubscribeHeaders(letter.unsubscribeUrl)
  try {
    return await server.send({ ...written, id: mailId, headers, sentAt: clock.now() }, { beforeContent })
  } catch (error) {
    if (error instanceof MailTaken) return undefined
    throw error
  }
}

/** Headers by which mail programs offer to unsubscribe, and do so themselves (RFC 2369, RFC 8058). */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }
}

/** Another process has claimed the mail. */
class MailTaken extends Error {}

function endingOf(
  outcome: MailOutcome,
  { attemptCount }: ClaimedMail,
  address: string,
  now: Date,
): MailEnding {
  if (outcome.state === 'sent') return { state: 'sent', dueAt: null, address, fault: null, detail: null }
  const { problem: fault, detail } = outcome
  if (outcome.state !== 'not_sent') return { state: outcome.state, dueAt: null, address, fault, detail }
  const dueAt = nextAttemptAt(attemptCount, now)
  return { state: dueAt === null ? 'failed' : 'waiting', dueAt, address, fault, detail }
}
