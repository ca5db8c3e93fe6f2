import { ActionIcon, Button, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { WaitingRecord } from '@plumbline/contract'
import { RecordSheet } from '../../components/calibration-record/record-sheet.tsx'
import { RecordWarnings } from '../../components/calibration-record/record-warnings.tsx'
import { AttachedDocuments } from '../../components/documents/attached-documents.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { t } from '../../messages.ts'
import { standingQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../workspace.ts'
import { Comparisons } from '../calibration/comparisons.tsx'
import { StandingNotices } from '../calibration/record-notices.tsx'
import styles from './approvals-page.module.css'
import type { Deciding } from './approvals-page.tsx'

/** The record beside the queue, with the decision at hand. */
export function RecordPanel({
  waiting,
  mayDecide,
  onDecide,
  onClose,
}: {
  waiting: WaitingRecord
  mayDecide: boolean
  onDecide: (wanted: Deciding) => void
  onClose: () => void
}) {
  const { workspaceId } = useWorkspace()
  const { calibration: record, instrument } = waiting
  const { data: standing, error } = useQuery(standingQuery(workspaceId, record.id))
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <Head id={id} title={instrument.asset_tag ?? instrument.name} onClose={onClose} />
      <Group gap="xs">
        {mayDecide && waiting.approval_bar === null && (
          <Button
            size="sm"
            leftSection={<Icon name="check" size={18} />}
            onClick={() => onDecide({ act: 'approve', waiting })}
          >
            {t(waiting.requires_electronic_signature ? 'approve.signAct' : 'approve.act')}
          </Button>
        )}
        {mayDecide && (
          <Button size="sm" variant="default" onClick={() => onDecide({ act: 'reject', waiting })}>
            {t('reject.act')}
          </Button>
        )}
        <LinkAnchor
          to="/w/$workspaceId/calibrations/$calibrationId"
          params={{ workspaceId, calibrationId: record.id }}
          size="sm"
        >
          {t('approvals.toRecord')}
        </LinkAnchor>
      </Group>
      {error && <ErrorSummary error={error} />}
      {!standing && !error && <DelayedSkeleton lines={10} />}
      {standing && (
        <>
          {(waiting.approval_bar !== null || record.supersedes_id !== null) && (
            <StandingNotices record={record} standing={standing} />
          )}
          <RecordWarnings record={record} unitOfMeasure={instrument.unit_of_measure} />
          <AttachedDocuments record={record} />
          <RecordSheet record={record} standing={standing} />
          <Comparisons record={record} standing={standing} />
        </>
      )}
    </section>
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
