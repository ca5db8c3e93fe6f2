import type { MailResult } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, WorkspaceQueries } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import {
  composeMail,
  mailServerOf,
  type MailContent,
  type MailOutcome,
  type MailServerSettings,
} from '../../platform/mail/index.ts'
import { fill, messagesOf, type MessagesOf } from '../../platform/messages.ts'
import { findWorkspace } from '../workspaces/index.ts'
import { dayInWords, instantInWords } from './dates.ts'
import { findSender } from './sender-store.ts'

/** Dependencies of sending mail. */
export interface MailParts {
  readonly db: Database
  readonly clock: Clock
  readonly config: MailServerSettings & { readonly REQUEST_DEADLINE_MS: number }
}

/** Content of a message, without its sender. */
export type LetterBody = Omit<MailContent, 'language' | 'footer'> & {
  /** Why the person receives it. */
  readonly because: string
}

/** What is needed to write a message: mail texts in the reader's language, and the sending workspace. */
export interface Writing {
  readonly texts: MessagesOf<'mail'>
  readonly language: string
  readonly workspaceName: string
  /** Returns a calendar date in words. */
  readonly day: (date: string) => string
  /** Returns a timestamp in words, in the time zone of the workspace, including its name. */
  readonly instant: (at: string) => string
}

/** A message to one address. */
export interface Letter {
  readonly to: string
  /** ISO 639 code; null for the workspace's language. */
  readonly language: string | null
  readonly write: (writing: Writing) => LetterBody
}

/** A message ready to send, with its sender. */
export interface WrittenLetter {
  readonly to: string
  readonly senderName: string
  readonly replyTo: string | null
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Writes a message of a workspace in the language of its reader. */
export async function writeLetter(
  queries: WorkspaceQueries,
  publicUrl: string,
  letter: Letter,
): Promise<WrittenLetter> {
  const [workspace, sender] = await Promise.all([findWorkspace(queries), findSender(queries)])
  if (!workspace) throw new Error(`workspace ${queries.workspaceId} vanished`)
  const language = letter.language ?? workspace.laboratory.language ?? 'en'
  const texts = messagesOf('mail', language)
  const writing = {
    texts,
    language,
    workspaceName: workspace.name,
    day: (date: string) => dayInWords(date, language),
    instant: (at: string) => instantInWords(at, language, workspace.timeZone),
  }
  const { because, ...body } = letter.write(writing)
  const from = fill(texts.footerFrom, { workspace: workspace.name, server: new URL(publicUrl).host })
  const composed = composeMail({ ...body, language, footer: [because, from] })
  return {
    ...composed,
    to: letter.to,
    senderName: sender.senderName ?? workspace.name,
    replyTo: sender.replyTo,
  }
}

/** Maximum time to wait for the mail server while a request is waiting. */
const PATIENCE_MS = 6000

/**
 * Sends a message immediately, without retries; for messages that a request waits for.
 * @returns undefined if there is no mail server
 */
export async function sendLetter(
  { db, clock, config }: MailParts,
  workspaceId: string,
  letter: Letter,
): Promise<MailOutcome | undefined> {
  const server = mailServerOf(config)
  if (!server) return undefined
  const written = await writeLetter(db.in(workspaceId), config.PUBLIC_URL, letter)
  const late = AbortSignal.timeout(Math.min(PATIENCE_MS, config.REQUEST_DEADLINE_MS / 2))
  let isUnderWay = false
  const beforeContent = async () => {
    late.throwIfAborted()
    isUnderWay = true
  }
  const sending = server.send({ ...written, id: newId(), sentAt: clock.now() }, { beforeContent })
  const tooLate = new Promise<MailOutcome>((resolve) => {
    late.addEventListener('abort', () => resolve(timedOut(isUnderWay ? 'unknown' : 'not_sent')))
  })
  return Promise.race([sending.catch(() => timedOut('not_sent')), tooLate])
}

function timedOut(state: 'unknown' | 'not_sent'): MailOutcome {
  return { state, problem: 'timeout', detail: '' }
}

/** Returns an outcome in API form. */
export function serializeOutcome(to: string, outcome: MailOutcome): MailResult {
  if (outcome.state === 'sent') return { to, state: 'sent', fault: null, detail: null }
  return { to, state: outcome.state, fault: outcome.problem, detail: outcome.detail || null }
}
