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
import { findSender } from './sender-store.ts'

/** What sending works with. */
export interface MailParts {
  readonly db: Database
  readonly clock: Clock
  readonly config: MailServerSettings & { readonly REQUEST_DEADLINE_MS: number }
}

/** What a message says, apart from who sends it. */
export type LetterBody = Omit<MailContent, 'language' | 'footer'> & {
  /** Why the person gets it. */
  readonly because: string
}

/** What is written with: the texts of mails in the reader's language, and the workspace that writes. */
export interface Writing {
  readonly texts: MessagesOf<'mail'>
  readonly language: string
  readonly workspaceName: string
  /** An instant in words, in the zone of the workspace, which it names. */
  readonly instant: (at: string) => string
}

/** A message to one address. */
export interface Letter {
  readonly to: string
  /** ISO 639 code; null: that of the workspace. */
  readonly language: string | null
  readonly write: (writing: Writing) => LetterBody
}

/** A message as it is handed over, with who sends it. */
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
  const instant = (at: string) => inWords(at, language, workspace.timeZone)
  const { because, ...body } = letter.write({ texts, language, workspaceName: workspace.name, instant })
  const from = fill(texts.footerFrom, { workspace: workspace.name, server: new URL(publicUrl).host })
  const composed = composeMail({ ...body, language, footer: [because, from] })
  return {
    ...composed,
    to: letter.to,
    senderName: sender.senderName ?? workspace.name,
    replyTo: sender.replyTo,
  }
}

function inWords(at: string, language: string, timeZone: string): string {
  const format = { dateStyle: 'long', timeStyle: 'long', timeZone } as const
  // "long" shows seconds, which no time limit of ours is about.
  const parts = new Intl.DateTimeFormat(language, format).formatToParts(new Date(at))
  const withoutSeconds = parts.filter(
    ({ type }, index) => type !== 'second' && parts[index + 1]?.type !== 'second',
  )
  return withoutSeconds.map(({ value }) => value).join('')
}

/** Longest that a person waits for the mail server while a request waits with them. */
const PATIENCE_MS = 6000

/**
 * Sends a message at once, once. For what a person waits for; nothing is tried again.
 * @returns undefined where there is no mail server
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

/** An outcome as the API shows it. */
export function serializeOutcome(to: string, outcome: MailOutcome): MailResult {
  if (outcome.state === 'sent') return { to, state: 'sent', fault: null, detail: null }
  return { to, state: outcome.state, fault: outcome.problem, detail: outcome.detail || null }
}
