import { ActionIcon, Button, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type {
  CalibrationDetails,
  CalibrationRecordWithMeasurements,
  WaitingRecord,
} from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { Comparisons } from '../../components/calibration-record/comparisons.tsx'
import { RecordNotices } from '../../components/calibration-record/record-notices.tsx'
import { RecordSheet } from '../../components/calibration-record/record-sheet.tsx'
import { RecordWarnings } from '../../components/calibration-record/record-warnings.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { AttachedDocuments } from '../../components/documents/attached-documents.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { PointsPanel } from '../../components/points/points-panel.tsx'
import { PointsWarning } from '../../components/points/points-warning.tsx'
import { WarningsNotice } from '../../components/points/warning-list.tsx'
import { RecordLink } from '../../components/record-link.tsx'
import { calibrationQuery, detailsQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './approvals-page.module.css'
import type { Deciding } from './deciding.ts'

interface DecisionProps {
  waiting: WaitingRecord
  mayDecide: boolean
  onDecide: (wanted: Deciding) => void
}

/** The open record with its actions, next to the queue. */
export function RecordPanel({
  waiting,
  mayDecide,
  onDecide,
  onClose,
}: DecisionProps & { onClose: () => void }) {
  const { workspaceId } = useWorkspace()
  const { calibration: record, instrument } = waiting
  const details = useQuery(detailsQuery(workspaceId, record.id))
  const whole = useQuery(calibrationQuery(workspaceId, record.id))
  const error = details.error ?? whole.error
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <Head id={id} title={instrument.asset_tag ?? instrument.name} onClose={onClose} />
      <DecisionButtons {...{ waiting, mayDecide, onDecide }} />
      {error && <ErrorSummary error={error} />}
      {details.data && whole.data ? (
        <Whole waiting={waiting} details={details.data} whole={whole.data} />
      ) : (
        !error && <DelayedSkeleton lines={10} />
      )}
    </section>
  )
}

/** Everything that one decides by, what must not be overlooked first. */
function Whole({
  waiting: { calibration: record, instrument, approval_obstacle: obstacle },
  details,
  whole,
}: {
  waiting: WaitingRecord
  details: CalibrationDetails
  /** The record with its points and warnings. */
  whole: CalibrationRecordWithMeasurements
}) {
  return (
    <>
      {(obstacle !== null || record.supersedes_id !== null) && (
        <RecordNotices record={record} details={details} />
      )}
      <RecordWarnings record={record} unitOfMeasure={instrument.unit_of_measure} />
      <PointsWarning record={whole} />
      <WarningsNotice record={whole} />
      <AttachedDocuments record={record} />
      <RecordSheet record={record} details={details} />
      <PointsPanel record={whole} outFirst />
      <Comparisons record={record} details={details} />
    </>
  )
}

/** The decisions that are open, and the way to the record's own page. */
function DecisionButtons({ waiting, mayDecide, onDecide }: DecisionProps) {
  return (
    <Group gap="xs">
      {mayDecide && waiting.approval_obstacle === null && (
        <Button
          size="sm"
          leftSection={<Icon name="check" size={18} />}
          onClick={() => onDecide({ action: 'approve', waiting })}
        >
          {t(waiting.requires_electronic_signature ? 'approve.signAct' : 'approve.act')}
        </Button>
      )}
      {mayDecide && (
        <Button size="sm" variant="default" onClick={() => onDecide({ action: 'reject', waiting })}>
          {t('reject.act')}
        </Button>
      )}
      <RecordLink id={waiting.calibration.id} size="sm">
        {t('approvals.toRecord')}
      </RecordLink>
    </Group>
  )
}

function Head({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  return (
    <div className={styles.panelHead}>
      <Title order={2} id={id}>
        {t('calibration.of', { tag: title })}
      </Title>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('approvals.closePanel')}
        onClick={onClose}
      >
        <Icon name="close" />
      </ActionIcon>
    </div>
  )
}
