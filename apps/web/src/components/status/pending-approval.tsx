import { Text } from '@mantine/core'
import { formatInstant } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { InstantText } from '../date-text.tsx'
import { LinkAnchor } from '../links.tsx'
import { Notice } from '../notice.tsx'
import { AppearanceBadge } from './status-badge.tsx'
import { pendingApproval } from './status-appearance.ts'

/** Who entered a calibration that is pending approval, and when. */
export interface Pending {
  readonly calibration_id: string
  readonly entered_by: string | null
  readonly entered_at: string
}

/**
 * A badge for an instrument with a calibration pending approval.
 * @param isBrief whether it is in a table row, where details are shown on hover, with who entered the record if known
 */
export function PendingBadge({ isBrief = false, pending }: { isBrief?: boolean; pending?: Pending }) {
  const { workspace } = useWorkspace()
  if (!isBrief) return <AppearanceBadge appearance={pendingApproval} />
  const entered = pending && [
    t('pending.enteredBy', { name: pending.entered_by ?? '–' }),
    formatInstant(pending.entered_at, workspace.timezone),
  ]
  return (
    <span title={[t('status.pendingApproval'), ...(entered ?? [])].join(' · ')}>
      <AppearanceBadge appearance={{ ...pendingApproval, word: 'status.pending' }} />
    </span>
  )
}

/** "Entered by Ada Admin · 20 Nov 2026, 09:12" */
export function PendingWords({ pending, c = 'dimmed' }: { pending: Pending; c?: string }) {
  return (
    <Text span size="sm" c={c}>
      {t('pending.enteredBy', { name: pending.entered_by ?? '–' })} · <InstantText at={pending.entered_at} />
    </Text>
  )
}

/** A notice that the instrument need not be calibrated again, with a link to the record. */
export function PendingApprovalNotice({ pending }: { pending: Pending }) {
  const { workspaceId } = useWorkspace()
  return (
    <Notice tone="warning" title={t('pending.title')}>
      <PendingWords pending={pending} c="inherit" />{' '}
      <LinkAnchor
        to="/w/$workspaceId/calibrations/$calibrationId"
        params={{ workspaceId, calibrationId: pending.calibration_id }}
        size="sm"
      >
        {t('pending.toRecord')}
      </LinkAnchor>
    </Notice>
  )
}
