import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Query } from '../../api.ts'
import { reportQuery } from '../../queries/reports.ts'
import { useWorkspace } from '../../workspace.ts'
import type { ReportSearch } from './report-names.ts'

/** A report of the server in the period and at the site of the address, and the address itself. */
export function useReport<Report>(path: string, narrowed: readonly (keyof ReportSearch)[], more: Query = {}) {
  const { workspaceId } = useWorkspace()
  const search = useSearch({ from: '/w/$workspaceId/reports/$report' })
  const wanted = Object.fromEntries(narrowed.map((name) => [name, search[name]]))
  const { data, error } = useQuery(
    reportQuery<Report>(workspaceId, path, { site_id: search.site, ...wanted, ...more }),
  )
  return { data, error, search }
}
