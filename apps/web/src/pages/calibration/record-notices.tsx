import { useQuery } from '@tanstack/react-query'
import type { CalibrationRecord, CalibrationStanding } from '@plumbline/contract'
import { InstantText } from '../../components/date-text.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../messages.ts'
import { calibrationQuery } from '../../queries/calibrations.ts'
import { may } from '../../session.ts'
import { useWorkspace } from '../../workspace.ts'

interface Stands {
  record: CalibrationRecord
  standing: CalibrationStanding
}

/** Somebody else was quicker: what they did, and what was typed here. */
export function OvertakenNotice({ record, standing, typed }: Stands & { typed: string }) {
  const at = standing.ledger.at(-1)?.at ?? null
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
export function StandingNotices({ record, standing }: Stands) {
  const { role } = useWorkspace()
  if (record.status === 'voided') return <VoidedNotice record={record} />
  if (record.status === 'superseded') {
    return (
      <Notice title={t('standing.superseded')}>
        <RecordLink id={record.superseded_by_id} words={t('standing.toCorrection')} />
      </Notice>
    )
  }
  return (
    <>
      {record.is_starting_record === true && (
        <Notice title={t('standing.startingRecord')}>{t('standing.startingRecordHint')}</Notice>
      )}
      {record.supersedes_id !== null && (
        <Notice
          title={
            record.approval_status === 'approved' ? t('standing.correction') : t('standing.correctionOpen')
          }
        >
          {record.correction_reason !== null && (
            <p style={{ margin: 0 }}>{t('standing.because', { reason: record.correction_reason })}</p>
          )}
          <RecordLink id={record.supersedes_id} words={t('standing.toCorrected')} />
        </Notice>
      )}
      {standing.open_correction_id !== null && (
        <Notice title={t('standing.openCorrection')}>
          <RecordLink id={standing.open_correction_id} words={t('standing.toCorrection')} />
        </Notice>
      )}
      {record.approval_status === 'rejected' && (
        <Notice tone="bad" title={t('standing.rejected')}>
          {record.rejection_reason}
        </Notice>
      )}
      {record.approval_status === 'pending' && (
        <PendingNotice standing={standing} mayManage={may.manage(role)} />
      )}
    </>
  )
}

function PendingNotice({ standing, mayManage }: { standing: CalibrationStanding; mayManage: boolean }) {
  if (!mayManage) return <Notice title={t('standing.pending')}>{t('standing.pendingForOthers')}</Notice>
  if (standing.approval_bar === 'own_record')
    return <Notice title={t('standing.fourEyes')}>{t('standing.fourEyesHint')}</Notice>
  return (
    <Notice title={t('standing.pending')}>
      {standing.requires_electronic_signature ? t('standing.pendingSigned') : t('standing.pendingHint')}
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
    <Notice tone="bad" title={t('standing.voided')}>
      {marker && (
        <>
          <p style={{ margin: 0 }}>{marker.notes}</p>
          <InstantText at={marker.performed_at} named /> · {marker.performed_by}
        </>
      )}
    </Notice>
  )
}

function RecordLink({ id, words }: { id: string | null; words: string }) {
  const { workspaceId } = useWorkspace()
  if (id === null) return null
  return (
    <LinkAnchor to="/w/$workspaceId/calibrations/$calibrationId" params={{ workspaceId, calibrationId: id }}>
      {words}
    </LinkAnchor>
  )
}
