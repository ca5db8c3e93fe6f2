import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CalibrationRecord, CalibrationDetails } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import {
  ApprovalDialog,
  RejectionDialog,
  type DecisionProps,
} from '../../components/calibration-record/decision-dialogs.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkButton } from '../../components/links.tsx'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { VoidDialog } from './void-dialog.tsx'

type Action = 'approve' | 'reject' | 'void'

interface RecordProps {
  record: CalibrationRecord
  details: CalibrationDetails
}

/** The available actions on a record; nothing if there are none. */
export function RecordActions({
  onOvertaken,
  ...of
}: RecordProps & { onOvertaken: (typed: string) => void }) {
  const { record, details } = of
  const { role } = useWorkspace()
  const [action, setAction] = useState<Action>()
  if (!may.manage(role)) return null
  const dialog: DecisionProps = {
    record,
    instrument: details.as_recorded,
    requiresSignature: details.requires_electronic_signature,
    onClose: () => setAction(undefined),
    onOvertaken,
  }
  return (
    <>
      <ActionButtons {...of} onAction={setAction} />
      {action === 'approve' && <ApprovalDialog {...dialog} />}
      {action === 'reject' && <RejectionDialog {...dialog} />}
      {action === 'void' && details.after_void !== null && (
        <VoidDialog {...dialog} afterVoid={details.after_void} />
      )}
    </>
  )
}

function ActionButtons({ record, details, onAction }: RecordProps & { onAction: (action: Action) => void }) {
  const isOpen = record.approval_status === 'pending' && record.status === 'current'
  const isCorrectable =
    record.approval_status === 'approved' &&
    record.status === 'current' &&
    details.open_correction_id === null
  return (
    <>
      {details.after_void !== null && (
        <Button variant="default" c="var(--status-bad)" onClick={() => onAction('void')}>
          {t('void.act')}
        </Button>
      )}
      {isOpen && (
        <Button variant="default" onClick={() => onAction('reject')}>
          {t('reject.act')}
        </Button>
      )}
      {isCorrectable && <CorrectLink id={record.id} />}
      {isOpen && details.approval_obstacle === null && (
        <Button leftSection={<Icon name="check" size={18} />} onClick={() => onAction('approve')}>
          {details.requires_electronic_signature ? t('approve.signAct') : t('approve.act')}
        </Button>
      )}
    </>
  )
}

function CorrectLink({ id }: { id: string }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkButton
      variant="default"
      to="/w/$workspaceId/calibrations/$calibrationId/correct"
      params={{ workspaceId, calibrationId: id }}
      leftSection={<Icon name="edit" size={18} />}
    >
      {t('calibration.correct')}
    </LinkButton>
  )
}
