import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ApprovalOutcome, WaitingRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { refusalText } from '../../base/refusals.ts'
import { sentenceOf } from '../../components/error-summary.tsx'
import { Notice } from '../../components/notice.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import styles from './approvals-page.module.css'
import type { BatchReport } from './approve-in-parts.ts'

/** The outcome of a batch: the number of approved records, and the others with the reasons. */
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
  const [sent] = useState(() => new Map(records.map((one) => [one.calibration.id, one])))
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused')
  return (
    <Notice
      live
      tone={refused.length > 0 || stopped ? 'warning' : 'neutral'}
      title={countWords(report, refused.length)}
    >
      {stopped && <p className={styles.line}>{sentenceOf(stopped.failure)}</p>}
      {refused.length > 0 && (
        <ul className={styles.refusals}>
          {refused.map((outcome) => (
            <Refusal
              key={outcome.calibration_id}
              outcome={outcome}
              record={sent.get(outcome.calibration_id)}
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

/** How many were approved, refused and not sent. */
function countWords({ outcomes, stopped }: BatchReport, refused: number): string {
  const words = [
    t('batch.approved', { count: outcomes.length - refused }),
    refused > 0 && t('batch.refused', { count: refused }),
    stopped && t('batch.unsent', { count: stopped.unsent }),
  ]
  return words.filter(Boolean).join(' ')
}

function Refusal({ outcome, record }: { outcome: ApprovalOutcome; record: WaitingRecord | undefined }) {
  return (
    <li>
      <RecordLink id={outcome.calibration_id}>
        {record?.instrument.asset_tag ?? record?.instrument.name ?? t('drift.record')}
      </RecordLink>
      {': '}
      {outcome.error && refusalText(outcome.error)}
    </li>
  )
}
