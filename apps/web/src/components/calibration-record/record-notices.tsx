import { useQuery } from '@tanstack/react-query'
import type { CalibrationRecord, CalibrationDetails } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { calibrationQuery } from '../../queries/calibrations.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { InstantText } from '../date-text.tsx'
import { Notice } from '../notice.tsx'
import { RecordLink } from '../record-link.tsx'

interface Stands {
  record: CalibrationRecord
  details: CalibrationDetails
}

/** States that another person acted first, what they did, and the text entered here. */
export function ConflictNotice({ record, details, typed }: Stands & { typed: string }) {
  const at = details.ledger.at(-1)?.at ?? null
  return (
    <Notice tone="warning" live title={t('overtaken.title')}>
      <p style={{ margin: 0 }}>
        {record.status === 'current' && record.approval_status === 'approved'
          ? t('overtaken.approved', { name: record.approved_by ?? '–' })
          : t('overtaken.changed')}{' '}
        <InstantText at={at} named />
      </p>
      {typed !== '' && t('overtaken.typed', { typed })}
    </Notice>
  )
}

/** Why a record counts or does not, and who can change that. */
export function RecordNotices({ record, details }: Stands) {
  const { role } = useWorkspace()
  if (record.status === 'voided') return <VoidedNotice record={record} />
  if (record.status === 'superseded') {
    return (
      <Notice title={t('recordStatus.superseded')}>
        {record.superseded_by_id !== null && (
          <RecordLink id={record.superseded_by_id}>{t('recordStatus.toCorrection')}</RecordLink>
        )}
      </Notice>
    )
  }
  return (
    <>
      {record.is_starting_record === true && (
        <Notice title={t('recordStatus.startingRecord')}>{t('recordStatus.startingRecordHint')}</Notice>
      )}
      {record.supersedes_id !== null && (
        <CorrectionNotice record={record} correctedId={record.supersedes_id} />
      )}
      {details.open_correction_id !== null && (
        <Notice title={t('recordStatus.openCorrection')}>
          <RecordLink id={details.open_correction_id}>{t('recordStatus.toCorrection')}</RecordLink>
        </Notice>
      )}
      {record.approval_status === 'rejected' && (
        <Notice tone="bad" title={t('recordStatus.rejected')}>
          {record.rejection_reason}
        </Notice>
      )}
      {record.approval_status === 'pending' && (
        <PendingNotice details={details} mayManage={may.manage(role)} />
      )}
    </>
  )
}

function CorrectionNotice({ record, correctedId }: { record: CalibrationRecord; correctedId: string }) {
  return (
    <Notice
      title={
        record.approval_status === 'approved'
          ? t('recordStatus.correction')
          : t('recordStatus.correctionOpen')
      }
    >
      {record.correction_reason !== null && (
        <p style={{ margin: 0 }}>{t('recordStatus.because', { reason: record.correction_reason })}</p>
      )}
      <RecordLink id={correctedId}>{t('recordStatus.toCorrected')}</RecordLink>
    </Notice>
  )
}

function PendingNotice({ details, mayManage }: { details: CalibrationDetails; mayManage: boolean }) {
  if (!mayManage)
    return <Notice title={t('recordStatus.pending')}>{t('recordStatus.pendingForOthers')}</Notice>
  if (details.approval_obstacle === 'own_record')
    return <Notice title={t('recordStatus.fourEyes')}>{t('recordStatus.fourEyesHint')}</Notice>
  return (
    <Notice title={t('recordStatus.pending')}>
      {details.requires_electronic_signature
        ? t('recordStatus.pendingSigned')
        : t('recordStatus.pendingHint')}
    </Notice>
  )
}

function VoidedNotice({ record }: { record: CalibrationRecord }) {
  const { workspaceId } = useWorkspace()
  const markerId = record.voided_by_id
  const { data: marker } = useQuery({
    ...calibrationQuery(workspaceId, markerId ?? ''),
    enabled: markerId !== null,
  })
  return (
    <Notice tone="bad" title={t('recordStatus.voided')}>
      {marker && (
        <>
          <p style={{ margin: 0 }}>{marker.notes}</p>
          <InstantText at={marker.performed_at} named /> · {marker.performed_by}
        </>
      )}
    </Notice>
  )
}
