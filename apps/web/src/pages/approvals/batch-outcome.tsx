import { Button } from '@mantine/core'
import { useRef } from 'react'
import type { ApprovalOutcome, WaitingRecord } from '@plumbline/contract'
import { sentenceOf } from '../../components/error-summary.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../messages.ts'
import { refusalText } from '../../refusals.ts'
import { useWorkspace } from '../../workspace.ts'
import styles from './approvals-page.module.css'
import type { BatchReport } from './approve-in-parts.ts'

/** What became of a batch: how many were approved, and each that was not with its reason. */
export function BatchOutcome({
  report,
  records,
  onClose,
}: {
  report: BatchReport
  /** As they were when the batch was sent. */
  records: readonly WaitingRecord[]
  onClose: () => void
}) {
  const { outcomes, stopped } = report
  // The list behind changes with the report; the names are those of the records that were sent.
  const sent = useRef(new Map(records.map((one) => [one.calibration.id, one])))
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
  const approved = outcomes.length - refused.length
  return (
    <Notice
      live
      tone={refused.length > 0 || stopped ? 'warning' : 'neutral'}
      title={[
        t('batch.approved', { count: approved }),
        refused.length > 0 && t('batch.refused', { count: refused.length }),
        stopped && t('batch.unsent', { count: stopped.unsent }),
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {stopped && <p className={styles.line}>{sentenceOf(stopped.failure)}</p>}
      {refused.length > 0 && (
        <ul className={styles.refusals}>
          {refused.map((outcome) => (
            <Refusal
              key={outcome.calibration_id}
              outcome={outcome}
              record={sent.current.get(outcome.calibration_id)}
            />
          ))}
        </ul>
      )}
      <Button size="compact-sm" variant="default" mt={6} onClick={onClose}>
        {t('action.close')}
      </Button>
    </Notice>
  )
}

function Refusal({ outcome, record }: { outcome: ApprovalOutcome; record: WaitingRecord | undefined }) {
  const { workspaceId } = useWorkspace()
  return (
    <li>
      <LinkAnchor
        to="/w/$workspaceId/calibrations/$calibrationId"
        params={{ workspaceId, calibrationId: outcome.calibration_id }}
      >
        {record?.instrument.asset_tag ?? record?.instrument.name ?? t('drift.record')}
      </LinkAnchor>
      {': '}
      {outcome.error && refusalText(outcome.error)}
    </li>
  )
}
