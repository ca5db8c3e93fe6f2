import type { AppDueInstrument } from '@plumbline/contract'
import { PendingBadge } from '../../components/status/pending-approval.tsx'
import { quarantined } from '../../components/status/status-appearance.ts'
import { AppearanceBadge, ComplianceBadge } from '../../components/status/status-badge.tsx'

/**
 * The status of a row by shape, word and color, with quarantine.
 * @param isOneLine whether it must fit into one line
 * @param isTight whether quarantine is shown by its shape
 * @param withPending whether to state that a record is pending
 */
export function WorklistStatus({
  row,
  isOneLine = false,
  isTight = false,
  withPending = true,
}: {
  row: AppDueInstrument
  isOneLine?: boolean
  isTight?: boolean
  withPending?: boolean
}) {
  const flexWrap = isOneLine ? 'nowrap' : 'wrap'
  return (
    <span style={{ display: 'inline-flex', flexWrap, gap: 6, verticalAlign: 'middle' }}>
      <ComplianceBadge token={row.compliance_status} failed={row.has_failed} />
      {row.is_quarantined && <AppearanceBadge appearance={quarantined} isShape={isTight} />}
      {withPending && row.pending_approval !== null && (
        <PendingBadge isBrief pending={row.pending_approval} />
      )}
    </span>
  )
}
