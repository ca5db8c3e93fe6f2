import type { ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { useWorkspace } from '../../state/workspace.ts'

/** Shown in place of a report: an error, a loading indicator, or a message that there are no data. */
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
  /** Message for no data, if the period is not the reason. */
  empty?: ReactNode
  children: ReactNode
}) {
  if (error) return <ErrorSummary error={error} />
  if (!isThere) return <DelayedSkeleton lines={8} height={28} />
  if (isEmpty) return empty
  return children
}

/** Message that a period has no data, with suggestions. */
export function NothingFound() {
  const { sites } = useWorkspace()
  return (
    <EmptyState
      title={t('report.empty')}
      hint={t(sites.length > 1 ? 'report.emptyHint' : 'report.emptyHintOneSite')}
    />
  )
}
