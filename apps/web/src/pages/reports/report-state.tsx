import type { ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { useWorkspace } from '../../state/workspace.ts'

/** What stands in place of a report: a failure, that it is on its way, or that there is nothing to show. */
export function ReportState({
  error,
  isThere,
  isEmpty,
  empty = <NothingFound />,
  children,
}: {
  error: unknown
  isThere: boolean
  isEmpty: boolean
  /** What it means that there is nothing, where it is not the period. */
  empty?: ReactNode
  children: ReactNode
}) {
  if (error) return <ErrorSummary error={error} />
  if (!isThere) return <DelayedSkeleton lines={8} height={28} />
  if (isEmpty) return empty
  return children
}

/** That a period has nothing, and what else to look at. */
export function NothingFound() {
  const { sites } = useWorkspace()
  return (
    <EmptyState
      title={t('report.empty')}
      hint={t(sites.length > 1 ? 'report.emptyHint' : 'report.emptyHintOneSite')}
    />
  )
}
