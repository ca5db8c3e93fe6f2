import { WITHIN_DAYS_MAX, type NotificationKind } from '@plumbline/contract'
import { fill } from '../../platform/messages.ts'
import type { Database, WorkspaceQueries } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MailRow, MailServerSettings } from '../../platform/mail/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Member } from '../access/index.ts'
import type { Letter, LetterBody, Writing } from '../mail/index.ts'
import { listSites } from '../workspaces/index.ts'
import type { ClaimedMail } from './mail-store.ts'
import type { NotificationData, NotificationRow } from './notification.ts'
import { readDigest, writeDigest } from './digests.ts'
import { isPresent, mayBeNotified } from './rules/recipients.ts'
import { settingsOf, type PersonSettings } from './settings-store.ts'
import { unsubscribeToken } from './unsubscribe.ts'
import { notificationsOfMail } from './store.ts'

/** Maximum number of notifications that a mail lists; it states how many more there are. */
const LISTED_MAX = 20

/** A message with the address of the page that unsubscribes from its kind. */
export type StoppableLetter = Letter & { readonly unsubscribeUrl: string }

/** Dependencies of writing messages. */
export interface LetterParts {
  readonly db: Database
  readonly clock: Clock
  readonly config: MailServerSettings
  readonly secrets: Secrets
  readonly queries: WorkspaceQueries
}

/** Returns the message of a mail to a member; undefined if it contains nothing that the member may still see. */
export async function letterOf(
  parts: LetterParts,
  mail: ClaimedMail,
  member: Member,
): Promise<StoppableLetter | undefined> {
  const { config, queries, secrets } = parts
  const { workspaceId } = queries
  const settings = (await settingsOf(queries, [member.personId]))(member.personId)
  // The person has unsubscribed since the mail was queued.
  if (mail.kind !== 'due_digest' && settings.notMailed.includes(mail.kind)) return undefined
  const base = `${config.PUBLIC_URL}/w/${workspaceId}`
  const context = { base, siteNames: await siteNamesOf(queries) }
  const body =
    mail.kind === 'due_digest'
      ? await digestBody(parts, member, settings, context)
      : await notificationsBody(parts, mail.kind, mail.mailId, member, context)
  if (!body) return undefined
  const token = unsubscribeToken(secrets, { workspaceId, personId: member.personId, kind: mail.kind })
  const unsubscribeUrl = `${config.PUBLIC_URL}/unsubscribe/${token}`
  const write = (writing: Writing) => ({
    ...body(writing),
    footerLinks: [
      { label: writing.texts.stopLink, url: unsubscribeUrl },
      { label: writing.texts.settingsLink, url: `${base}/settings/notifications` },
    ],
  })
  return { to: member.email, language: settings.language, unsubscribeUrl, write }
}

type Body = (writing: Writing) => LetterBody

/**
 * The address with which the links of a mail begin, and the names of the sites by ID; empty if there is only one site.
 */
interface MailContext {
  readonly base: string
  readonly siteNames: ReadonlyMap<string, string>
}

async function siteNamesOf(queries: WorkspaceQueries): Promise<MailContext['siteNames']> {
  const sites = await listSites(queries, null)
  return new Map(sites.length < 2 ? [] : sites.map(({ siteId, name }) => [siteId, name]))
}

async function digestBody(
  { db, clock, queries }: LetterParts,
  member: Member,
  { digest }: PersonSettings,
  { base, siteNames }: MailContext,
): Promise<Body | undefined> {
  if (digest === null || !isPresent(member, clock.now())) return undefined
  const due = await readDigest({ db, clock }, queries.workspaceId, member, digest)
  return due && ((writing) => writeDigest(writing, due, { base, hasSites: siteNames.size > 0 }))
}

async function notificationsBody(
  { clock, queries }: LetterParts,
  kind: NotificationKind,
  mailId: string,
  member: Member,
  context: MailContext,
): Promise<Body | undefined> {
  const rows = await notificationsOfMail(queries, mailId)
  const visible = rows.filter(({ siteId }) => mayBeNotified(member, { kind, siteId }, clock.now()))
  return visible.length === 0 ? undefined : (writing) => writeNotifications(writing, kind, visible, context)
}

function writeNotifications(
  writing: Writing,
  kind: NotificationKind,
  rows: readonly NotificationRow[],
  context: MailContext,
): LetterBody {
  const { texts, workspaceName: workspace } = writing
  const { base } = context
  const [first] = rows as [NotificationRow]
  const isOne = rows.length === 1
  const count = String(rows.length)
  const label = labelOf(first.data)
  const subject = isOne
    ? fill(texts[`${kind}_one`], { label })
    : fill(texts[`${kind}_many`], { count, workspace })
  const left = rows.length - LISTED_MAX
  const listed = rows.slice(0, LISTED_MAX).map((row) => rowOf(row, writing, context))
  const hasDetails = listed.some(({ cells: [, details] }) => details !== '')
  return {
    subject,
    title: subject,
    paragraphs: [texts[`${kind}_text`]],
    tables: [
      {
        title: texts[`${kind}_list`],
        heads: [headOf(kind, texts), ...(hasDetails ? [texts.details] : [])],
        // Details say what they are, and a date alone does not.
        named: kind === 'backup_overdue' ? 'all' : 'none',
        rows: hasDetails ? listed : listed.map((row) => ({ ...row, cells: row.cells.slice(0, 1) })),
        ...(left > 0 && { note: fill(texts.more, { count: String(left) }) }),
      },
    ],
    action: {
      label: isOne ? texts[`${kind}_action`] : texts.openAll,
      url: isOne ? urlOf(first.data, base) : `${base}${LISTS[kind]}`,
    },
    because: fill(texts.settingsBecause, { workspace }),
  }
}

/** The work of the person who opens the page, regardless of when it is due. */
const MY_WORK = `/worklist?assigned=mine&within=${WITHIN_DAYS_MAX}`

/** The notifications of the person who opens the page, for kinds that no list shows. */
const NOTIFICATIONS = '/today#notifications'

/** The page that shows several subjects of a kind together. */
const LISTS: Readonly<Record<NotificationKind, string>> = {
  approval_requested: '/approvals',
  record_rejected: NOTIFICATIONS,
  finding_opened: '/findings',
  finding_assigned: '/findings',
  work_assigned: MY_WORK,
  mentioned: NOTIFICATIONS,
  instrument_overdue: '/worklist?assigned=concerning&within=overdue',
  webhook_disabled: '/webhooks',
  backup_overdue: '/settings/backups',
}

/** Returns the heading of the column with the subjects of a kind. */
function headOf(kind: NotificationKind, texts: Writing['texts']): string {
  if (kind === 'webhook_disabled') return texts.webhookAddress
  return kind === 'backup_overdue' ? texts.lastBackup : texts.instrument
}

/** Returns the tag and name of the instrument, or the title of another subject. */
function labelOf({ asset_tag: tag, title }: NotificationData): string {
  return [tag, title].filter((part) => part !== null).join(' · ')
}

function rowOf(
  { data, siteId }: NotificationRow,
  { texts, language, day: inWords }: Writing,
  { base, siteNames }: MailContext,
): MailRow {
  const { by, reason, quote, count, planned_for: day, due_on: dueOn } = data
  const touched = count === 1 ? texts.detailCountOne : texts.detailCount
  const counted = data.subject_type === 'finding' ? touched : texts.detailInstruments
  const site = siteNames.get(siteId ?? '')
  const details = [
    ...(site === undefined ? [] : [fill(texts.detailSite, { site })]),
    ...(by === null ? [] : [fill(texts.detailBy, { by })]),
    ...(quote === null ? [] : [fill(texts.detailQuote, { quote })]),
    ...(reason === null ? [] : [fill(texts.detailReason, { reason })]),
    ...(count === null ? [] : [fill(counted, { count: String(count) })]),
    ...(dueOn === null ? [] : [fill(texts.detailDueOn, { day: inWords(dueOn) })]),
    ...(day === null ? [] : [fill(texts.detailPlanned, { day: inWords(day) })]),
  ]
  const label = data.subject_type === 'backups' ? inWords(data.title ?? '') : labelOf(data)
  return { cells: [label, capitalized(details.join(' · '), language)], url: urlOf(data, base) }
}

/** Begins a cell as a sentence does; a quotation begins with its mark. */
function capitalized(text: string, language: string): string {
  const [first = '', ...rest] = text
  return first.toLocaleUpperCase(language) + rest.join('')
}

function urlOf({ subject_type: type, subject_id: id }: NotificationData, base: string): string {
  if (type === 'finding') return `${base}/findings/${id}`
  if (type === 'instrument') return `${base}/instruments/${id}`
  if (type === 'worklist') return `${base}${MY_WORK}`
  if (type === 'webhook') return `${base}/webhooks/${id}`
  if (type === 'backups') return `${base}/settings/backups`
  return `${base}/calibrations/${id}`
}
