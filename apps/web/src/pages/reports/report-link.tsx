import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkAnchor } from '../../components/links.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import type { ReportName, ReportSearch } from './report-names.ts'

/** ID of the section with the records behind the figures of a report. */
export const ROWS_ANCHOR = 'rows'

/** Links to the filtered records of a report in the same period. */
export function ReportLink({
  report,
  search,
  children,
}: {
  report: ReportName
  search: ReportSearch
  children: ReactNode
}) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkAnchor
      to="/w/$workspaceId/reports/$report"
      params={{ workspaceId, report }}
      search={((now: ReportSearch) => ({ ...preservedSearch(now), ...search })) as never}
      hash={ROWS_ANCHOR}
    >
      {children}
    </LinkAnchor>
  )
}

/** The same for a part of a drawing. */
export function DrawnReportLink({
  report,
  search,
  className,
  label,
  children,
}: {
  report: ReportName
  search: ReportSearch
  className: string
  label: string
  children: ReactNode
}) {
  const { workspaceId } = useWorkspace()
  return (
    <Link
      to="/w/$workspaceId/reports/$report"
      params={{ workspaceId, report }}
      search={((now: ReportSearch) => ({ ...preservedSearch(now), ...search })) as never}
      hash={ROWS_ANCHOR}
      className={className}
      aria-label={label}
    >
      {children}
    </Link>
  )
}

/** What stays from report to report: the period and the site. */
export function preservedSearch({ from, to, site }: ReportSearch): ReportSearch {
  return { ...(from && { from }), ...(to && { to }), ...(site && { site }) }
}
