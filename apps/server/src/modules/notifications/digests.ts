import type { AppDueInstrument, DueDigest } from '@plumbline/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { MailRow } from '../../platform/mail/index.ts'
import { fill } from '../../platform/messages.ts'
import { commonSites, listMembers, type Caller, type Member } from '../access/index.ts'
import { listSelectedDue, today } from '../compliance/index.ts'
import type { LetterBody, Writing } from '../mail/index.ts'
import { findWorkspace, listSites, zoneOfSite } from '../workspaces/index.ts'
import { insertDigests } from './mail-store.ts'
import { digestDay, digestZone } from './rules/digest-day.ts'
import { listDigests } from './settings-store.ts'

interface DigestParts {
  readonly db: Database
  readonly clock: Clock
}

/** Queues the digests that are due in a workspace: one per person and day, however often it is called. */
export async function enterDigests({ db, clock }: DigestParts, workspaceId: string): Promise<void> {
  const queries = db.in(workspaceId)
  const digests = await listDigests(queries)
  if (digests.length === 0) return
  const workspace = await findWorkspace(queries)
  if (!workspace || workspace.sampleOf !== null) return
  const now = clock.now()
  const [sites, members] = await Promise.all([listSites(queries, null), listMembers(queries)])
  const reachOf = new Map(members.map(({ personId, siteIds }) => [personId, siteIds]))
  const due = digests.flatMap(({ personId, digest }) => {
    const covered = commonSites(digest.site_ids, reachOf.get(personId) ?? null)
    const zones = sites.filter(({ siteId }) => covered === null || covered.includes(siteId))
    const zone = digestZone(
      zones.map((site) => zoneOfSite(workspace, site)),
      workspace.timeZone,
    )
    const day = digestDay(digest, now, zone)
    return day === undefined ? [] : [{ personId, day, mailId: newId(now.getTime()) }]
  })
  if (due.length > 0) await insertDigests(queries, due, now.toISOString())
}

/** Maximum number of instruments that a digest lists; it states how many more there are. */
const LISTED_MAX = 50

/** What is due, and how many days it is overdue at its site; 0 or less if it is not. */
type DigestRow = AppDueInstrument & { readonly daysOverdue: number }

/** Returns what is due for a person within the limits of their digest; undefined if nothing is. */
export async function readDigest(
  parts: DigestParts,
  workspaceId: string,
  { personId, name, role, siteIds }: Member,
  { lead_days: leadDays, site_ids: chosen, categories, mine }: DueDigest,
): Promise<{ rows: DigestRow[]; total: number } | undefined> {
  const queries = parts.db.in(workspaceId)
  const [workspace, sites] = await Promise.all([findWorkspace(queries), listSites(queries, null)])
  if (!workspace) return undefined
  const caller: Caller = {
    type: 'user',
    id: personId,
    userId: personId,
    name,
    workspaceId,
    role,
    scope: 'read',
    siteIds: commonSites(chosen, siteIds),
    workspace,
  }
  const bounds = { withinDays: leadDays, max: LISTED_MAX }
  const due = await listSelectedDue(parts, caller, { categories, mine }, bounds)
  if (due.rows.length === 0) return undefined
  const todayAt = new Map(
    sites.map((site) => [site.siteId, today(parts.clock.now(), zoneOfSite(workspace, site))]),
  )
  const rows = due.rows.map((row) => ({
    ...row,
    daysOverdue: daysFrom(row.due_date, todayAt.get(row.site_id) ?? row.due_date),
  }))
  return { rows, total: due.total }
}

function daysFrom(one: string, other: string): number {
  return Temporal.PlainDate.from(one).until(other, { largestUnit: 'day' }).days
}

/** Returns the message of a digest; it names sites if the workspace has several. */
export function writeDigest(
  writing: Writing,
  { rows, total }: { rows: readonly DigestRow[]; total: number },
  { base, hasSites }: { base: string; hasSites: boolean },
): LetterBody {
  const { texts, workspaceName: workspace } = writing
  const [overdue, soon] = [rows.filter((row) => row.is_overdue), rows.filter((row) => !row.is_overdue)]
  const heads = [texts.instrument, texts.dueOn, ...(hasSites ? [texts.site] : [])]
  const tableOf = (title: string, of: readonly DigestRow[]) =>
    of.length === 0 ? [] : [{ title, heads, rows: of.map((row) => rowOf(row, writing, { base, hasSites })) }]
  const left = total - rows.length
  return {
    subject: fill(total === 1 ? texts.digestSubject_one : texts.digestSubject_many, {
      count: String(total),
      workspace,
    }),
    title: fill(texts.digestTitle, { workspace }),
    paragraphs:
      left > 0 ? [fill(texts.digestMore, { count: String(rows.length), total: String(total) })] : [],
    tables: [...tableOf(texts.digestOverdue, overdue), ...tableOf(texts.digestSoon, soon)],
    action: { label: texts.digestAction, url: `${base}/worklist` },
    because: fill(texts.digestBecause, { workspace }),
  }
}

function rowOf(
  row: DigestRow,
  { texts, day }: Writing,
  { base, hasSites }: { base: string; hasSites: boolean },
): MailRow {
  const label = [row.asset_tag, row.name].filter((part) => part !== null && part !== '').join(' · ')
  const dueOn = day(row.due_date)
  const { daysOverdue: days } = row
  const late = days > 0 && fill(days === 1 ? texts.overdue_one : texts.overdue_many, { count: String(days) })
  return {
    cells: [label, late === false ? dueOn : `${dueOn} · ${late}`, ...(hasSites ? [row.site_name ?? ''] : [])],
    url: `${base}/instruments/${row.id}`,
  }
}
