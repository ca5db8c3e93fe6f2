import { useQuery } from '@tanstack/react-query'
import { findingAges, findingLists, NO_OWNER, type FindingReport } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { findingReportQuery } from '../../../queries/reports.ts'
import { ClosedFindings } from './closed-findings.tsx'
import { FindingRows } from './finding-rows.tsx'
import { monthName } from '../month-name.ts'
import { OpenFindings } from './open-findings.tsx'
import { ownerName } from './owner-name.ts'
import type { ReportSearch } from '../report-names.ts'
import { ReportState } from '../report-state.tsx'
import { useReportSearch } from '../use-report-search.ts'

/** How long findings have been open, whose they are, and how long the closed ones took. */
export function FindingAges() {
  const { workspaceId, search } = useReportSearch()
  const { from, to, site: site_id, month, owner } = search
  const list = findingLists.find((one) => one === search.list) ?? 'open'
  const age = findingAges.find((one) => one === search.age)
  const { data, error } = useQuery(
    findingReportQuery(workspaceId, { from, to, site_id, list, month, owner, age }),
  )
  return (
    <ReportState error={error} isThere={data !== undefined} isEmpty={false}>
      {data && (
        <>
          <OpenFindings open={data.open} />
          <ClosedFindings report={data} />
          <FindingRows report={data} list={list} narrowedTo={narrowedTo(search, data)} />
        </>
      )}
    </ReportState>
  )
}

/** In words, what the listed findings are narrowed to. */
function narrowedTo({ age, owner, month, list }: ReportSearch, { open }: FindingReport): string | undefined {
  const band = findingAges.find((one) => one === age)
  const named = open.owners.find((one) => (one.owner?.id ?? NO_OWNER) === owner)
  const words =
    list === 'closed'
      ? [month && monthName(month)]
      : [band && t(`report.age.${band}`), named && ownerName(named.owner)]
  const said = words.filter(Boolean)
  return said.length === 0 ? undefined : said.join(', ')
}
