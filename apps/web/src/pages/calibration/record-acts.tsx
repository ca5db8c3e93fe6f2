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

type Act = 'approve' | 'reject' | 'void'

interface RecordProps {
  record: CalibrationRecord
  details: CalibrationDetails
}

/** The available actions on a record; nothing if there are none. */
export function RecordActs({ onOvertaken, ...of }: RecordProps & { onOvertaken: (typed: string) => void }) {
  const { record, details } = of
  const { role } = useWorkspace()
  const [act, setAct] = useState<Act>()
  if (!may.manage(role)) return null
  const dialog: DecisionProps = {
    record,
    instrument: details.as_recorded,
    requiresSignature: details.requires_electronic_signature,
    onClose: () => setAct(undefined),
    onOvertaken,
  }
  return (
    <>
      <ActButtons {...of} onAct={setAct} />
      {act === 'approve' && <ApprovalDialog {...dialog} />}
      {act === 'reject' && <RejectionDialog {...dialog} />}
      {act === 'void' && details.after_void !== null && (
        <VoidDialog {...dialog} afterVoid={details.after_void} />
      )}
    </>
  )
}

function ActButtons({ record, details, onAct }: RecordProps & { onAct: (act: Act) => void }) {
  const isOpen = record.approval_status === 'pending' && record.status === 'current'
  const isCorrectable =
    record.approval_status === 'approved' &&
    record.status === 'current' &&
    details.open_correction_id === null
  return (
    <>
      {details.after_void !== null && (
        <Button variant="default" c="var(--status-bad)" onClick={() => onAct('void')}>
          {t('void.act')}
        </Button>
      )}
      {isOpen && (
        <Button variant="default" onClick={() => onAct('reject')}>
          {t('reject.act')}
        </Button>
      )}
      {isCorrectable && <CorrectLink id={record.id} />}
      {isOpen && details.approval_obstacle === null && (
        <Button leftSection={<Icon name="check" size={18} />} onClick={() => onAct('approve')}>
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
