import { Modal, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { ErrorSummary } from '../error-summary.tsx'
import { DialogButtons } from '../form/dialog-buttons.tsx'
import { submitting, useAttempt } from '../form/use-attempt.ts'
import { useAssign, useAssignable } from './use-assign.ts'

interface AssignDialogProps {
  /** Short description of the assigned work. */
  subject: string
  /** Reads which instruments are to be assigned. */
  readIds: () => Promise<readonly string[]>
  onClose: () => void
  onDone?: () => void
}

/** Asks to whom the next calibration of instruments is assigned and for which day, and assigns it. */
export function AssignDialog({ subject, readIds, onClose, onDone }: AssignDialogProps) {
  const { session } = useWorkspace()
  const people = useAssignable()
  const assign = useAssign()
  const [assignee, setAssignee] = useState(session.user.id)
  const [plannedFor, setPlannedFor] = useState('')
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      await assign({ ids: await readIds(), assignee, plannedFor })
      onClose()
      onDone?.()
    })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('assign.title', { subject })}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <form onSubmit={submitting(submit)} noValidate>
        <Stack gap="sm">
          <ErrorSummary error={error} />
          <NativeSelect
            data-autofocus
            label={t('worklist.assignee')}
            value={assignee}
            onChange={({ currentTarget }) => setAssignee(currentTarget.value)}
            data={[...people, { value: '', label: t('worklist.nobody') }]}
          />
          <TextInput
            type="date"
            label={t('worklist.plannedFor')}
            value={plannedFor}
            disabled={assignee === ''}
            onChange={({ currentTarget }) => setPlannedFor(currentTarget.value)}
          />
          <DialogButtons verb={t('worklist.assign')} busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
