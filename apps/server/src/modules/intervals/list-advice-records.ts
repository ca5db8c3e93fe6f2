import { pageOf, type AdviceRecord, type AdviceRecordQuery, type Page } from '@plumbline/contract'
import { because } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { validationError } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { countListed, readEvents, readListed, type ListedRow, type Subject } from './advice-store.ts'
import { eventOf, judgeAll, type Judged } from './advise/judge-events.ts'
import { keyOf, type GroupKey, type NamedGroup } from './group.ts'

/**
 * Returns the records on which the advice for a group is based, most recently performed first.
 * @throws 422 VALIDATION_ERROR if the group is not specified
 */
export async function listAdviceRecords(
  queries: WorkspaceQueries,
  { siteIds, workspace }: Caller,
  query: AdviceRecordQuery,
): Promise<Page<AdviceRecord>> {
  const key = groupNamed(query, 'query')
  const subject: Subject = { siteIds, of: { groupBy: key.groupBy, keys: [key] } }
  const { limit, offset, verdict } = query
  const { timeZone } = workspace
  if (verdict === undefined) {
    const rows = await readListed(queries, subject, { timeZone, limit, offset })
    return pageOf(rows.map(serialize), await countListed(queries, subject), query)
  }
  const events = await readEvents(queries, subject, ['compare', 'excluded', 'out'])
  const wanted = (await judgeAll(events)).filter((one) => isWanted(one, verdict)).toReversed()
  const ids = wanted.slice(offset, offset + limit).flatMap(({ row }) => row.calibrationId ?? [])
  const rows = await readListed(queries, subject, { timeZone, ids, limit, offset: 0 })
  return pageOf(rows.map(serialize), wanted.length, query)
}

/** Returns the group that a request specifies. @throws 422 VALIDATION_ERROR that names what is missing */
export function groupNamed(named: NamedGroup, where: 'query' | 'body'): GroupKey {
  const key = keyOf(named)
  if (key) return key
  const member = named.group_by === 'procedure' ? 'procedure_id' : named.group_by
  throw validationError([{ loc: [where, member], type: 'missing', reason: because('field.missing') }])
}

function isWanted({ event }: Judged, verdict: NonNullable<AdviceRecordQuery['verdict']>): boolean {
  if ('excluded' in event) return verdict === 'excluded'
  return verdict === 'out_of_tolerance' && !event.inTolerance
}

function serialize(row: ListedRow): AdviceRecord {
  const event = eventOf(row)
  return {
    calibration_id: row.calibrationId,
    instrument_id: row.instrumentId,
    asset_tag: row.assetTag,
    name: row.name,
    performed_on: row.performedOn,
    result: row.result,
    verdict: 'excluded' in event ? 'excluded' : event.inTolerance ? 'in_tolerance' : 'out_of_tolerance',
    why: 'excluded' in event ? event.excluded : null,
  }
}
