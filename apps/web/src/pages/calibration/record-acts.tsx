import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CalibrationRecord, CalibrationStanding } from '@plumbline/contract'
import {
  ApprovalDialog,
  RejectionDialog,
  type DecisionProps,
} from '../../components/calibration-record/decision-dialogs.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkButton } from '../../components/links.tsx'
import { t } from '../../messages.ts'
import { may } from '../../session.ts'
import { useWorkspace } from '../../workspace.ts'
import { VoidDialog } from './void-dialog.tsx'

type Act = 'approve' | 'reject' | 'void'

/** What a person may do about a record as it stands; nothing for those who may do nothing. */
export function RecordActs({
  record,
  standing,
  onOvertaken,
}: {
  record: CalibrationRecord
  standing: CalibrationStanding
  onOvertaken: (typed: string) => void
}) {
  const { role, workspaceId } = useWorkspace()
  const [act, setAct] = useState<Act>()
  if (!may.manage(role)) return null
  const isOpen = record.approval_status === 'pending' && record.status === 'current'
  const isCorrectable =
    record.approval_status === 'approved' &&
    record.status === 'current' &&
    standing.open_correction_id === null
  const dialog: DecisionProps = {
    record,
    instrument: standing.as_recorded,
    requiresSignature: standing.requires_electronic_signature,
    onClose: () => setAct(undefined),
    onOvertaken,
  }
  return (
    <>
      {standing.after_void !== null && (
        <Button variant="default" c="var(--status-bad)" onClick={() => setAct('void')}>
          {t('void.act')}
        </Button>
      )}
      {isOpen && (
        <Button variant="default" onClick={() => setAct('reject')}>
          {t('reject.act')}
        </Button>
      )}
      {isCorrectable && (
        <LinkButton
          variant="default"
          to="/w/$workspaceId/calibrations/$calibrationId/correct"
          params={{ workspaceId, calibrationId: record.id }}
          leftSection={<Icon name="edit" size={18} />}
        >
          {t('calibration.correct')}
        </LinkButton>
      )}
      {isOpen && standing.approval_bar === null && (
        <Button leftSection={<Icon name="check" size={18} />} onClick={() => setAct('approve')}>
          {standing.requires_electronic_signature ? t('approve.signAct') : t('approve.act')}
        </Button>
      )}
      {act === 'approve' && <ApprovalDialog {...dialog} />}
      {act === 'reject' && <RejectionDialog {...dialog} />}
      {act === 'void' && standing.after_void !== null && (
        <VoidDialog {...dialog} afterVoid={standing.after_void} />
      )}
    </>
  )
}
