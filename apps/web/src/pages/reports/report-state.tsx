import type { ReactNode } from 'react'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { t } from '../../messages.ts'

/** What stands in place of a report: a failure, that it is on its way, or that there is nothing to tell. */
export function ReportState({
  error,
  isThere,
  isEmpty,
  children,
}: {
  error: unknown
  isThere: boolean
  isEmpty: boolean
  children: ReactNode
}) {
  if (error) return <ErrorSummary error={error} />
  if (!isThere) return <DelayedSkeleton lines={8} height={28} />
  if (isEmpty) return <EmptyState title={t('report.empty')} hint={t('report.emptyHint')} />
  return children
}
