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
import { isPresent, mayBeTold } from './rules/recipients.ts'
import { settingsOf, type PersonSettings } from './settings-store.ts'
import { unsubscribeToken } from './unsubscribe.ts'
import { notificationsOfMail } from './store.ts'

/** Notifications that one mail lists; it says how many there are beside them. */
const LISTED_MAX = 20

/** A message with the address of the page that stops its kind. */
export type StoppableLetter = Letter & { readonly unsubscribeUrl: string }

/** What letters are written with. */
export interface LetterParts {
  readonly db: Database
  readonly clock: Clock
  readonly config: MailServerSettings
  readonly secrets: Secrets
  readonly queries: WorkspaceQueries
}

/** The message of a mail to a member; undefined where there is nothing in it that the person may know any more. */
export async function letterOf(
  parts: LetterParts,
  mail: ClaimedMail,
  member: Member,
): Promise<StoppableLetter | undefined> {
  const { config, queries, secrets } = parts
  const { workspaceId } = queries
  const settings = (await settingsOf(queries, [member.personId]))(member.personId)
  // Stopped since the mail was entered.
  if (mail.kind !== 'due_digest' && settings.notMailed.includes(mail.kind)) return undefined
  const base = `${config.PUBLIC_URL}/w/${workspaceId}`
  const place = { base, siteNames: await siteNamesOf(queries) }
  const body =
    mail.kind === 'due_digest'
      ? await digestBody(parts, member, settings, place)
      : await newsBody(parts, mail.kind, mail.mailId, member, place)
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

/** Where the links of a mail begin, and the names of the sites by their IDs: none where there is one site, which says nothing. */
interface Place {
  readonly base: string
  readonly siteNames: ReadonlyMap<string, string>
}

async function siteNamesOf(queries: WorkspaceQueries): Promise<Place['siteNames']> {
  const sites = await listSites(queries, null)
  return new Map(sites.length < 2 ? [] : sites.map(({ siteId, name }) => [siteId, name]))
}

async function digestBody(
  { db, clock, queries }: LetterParts,
  member: Member,
  { digest }: PersonSettings,
  { base, siteNames }: Place,
): Promise<Body | undefined> {
  if (digest === null || !isPresent(member, clock.now())) return undefined
  const due = await readDigest({ db, clock }, queries.workspaceId, member, digest)
  return due && ((writing) => writeDigest(writing, due, { base, hasSites: siteNames.size > 0 }))
}

async function newsBody(
  { clock, queries }: LetterParts,
  kind: NotificationKind,
  mailId: string,
  member: Member,
  place: Place,
): Promise<Body | undefined> {
  const rows = await notificationsOfMail(queries, mailId)
  const told = rows.filter(({ siteId }) => mayBeTold(member, { kind, siteId }, clock.now()))
  return told.length === 0 ? undefined : (writing) => writeNews(writing, kind, told, place)
}

function writeNews(
  { texts, workspaceName: workspace, language }: Writing,
  kind: NotificationKind,
  rows: readonly NotificationRow[],
  place: Place,
): LetterBody {
  const { base } = place
  const [first] = rows as [NotificationRow]
  const isOne = rows.length === 1
  const count = String(rows.length)
  const label = labelOf(first.data)
  const subject = isOne
    ? fill(texts[`${kind}_one`], { label })
    : fill(texts[`${kind}_many`], { count, workspace })
  const left = rows.length - LISTED_MAX
  const listed = rows.slice(0, LISTED_MAX).map((row) => rowOf(row, { texts, language }, place))
  const hasDetails = listed.some(({ cells: [, details] }) => details !== '')
  return {
    subject,
    title: subject,
    paragraphs: [texts[`${kind}_text`]],
    tables: [
      {
        title: texts[`${kind}_list`],
        heads: [headOf(kind, texts), ...(hasDetails ? [texts.details] : [])],
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

/** The worklist of the person who opens it, however far ahead their work is due. */
const MY_WORK = `/worklist?assigned=mine&within=${WITHIN_DAYS_MAX}`

/** Notifications of the person who opens it, where no list has what they are about. */
const NOTIFICATIONS = '/today#notifications'

/** Where several of a kind are looked at together. */
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

/** What stands above the names of what a kind is about. */
function headOf(kind: NotificationKind, texts: Writing['texts']): string {
  if (kind === 'webhook_disabled') return texts.webhookAddress
  return kind === 'backup_overdue' ? texts.lastBackup : texts.instrument
}

/** Tag and name of the instrument, or what else it is about. */
function labelOf({ asset_tag: tag, title }: NotificationData): string {
  return [tag, title].filter((part) => part !== null).join(' · ')
}

function rowOf(
  { data, siteId }: NotificationRow,
  { texts, language }: Pick<Writing, 'texts' | 'language'>,
  { base, siteNames }: Place,
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
    ...(dueOn === null ? [] : [fill(texts.detailDueOn, { day: dayInWords(dueOn, language) })]),
    ...(day === null ? [] : [fill(texts.detailPlanned, { day: dayInWords(day, language) })]),
  ]
  const label = data.subject_type === 'backups' ? dayInWords(data.title ?? '', language) : labelOf(data)
  return { cells: [label, details.join(' · ')], url: urlOf(data, base) }
}

function dayInWords(day: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}

function urlOf({ subject_type: type, subject_id: id }: NotificationData, base: string): string {
  if (type === 'finding') return `${base}/findings/${id}`
  if (type === 'instrument') return `${base}/instruments/${id}`
  if (type === 'worklist') return `${base}${MY_WORK}`
  if (type === 'webhook') return `${base}/webhooks/${id}`
  if (type === 'backups') return `${base}/settings/backups`
  return `${base}/calibrations/${id}`
}
