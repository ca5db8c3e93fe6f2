import { Modal, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { judgements, REASON_LENGTH_MAX, type Judgement } from '@plumbline/contract'
import { fieldErrorsOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { DialogButtons } from '../../components/form/dialog-buttons.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { MentionTextarea } from '../../components/mention/mention-textarea.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { useFindingAction } from './use-finding-action.ts'

interface JudgeProps {
  findingId: string
  /** The instrument that was found out of tolerance. */
  instrumentId: string
  /** Calibrations that are judged alike. */
  calibrationIds: readonly string[]
  onClose: () => void
  onDone: () => void
}

/** Asks for the assessment of affected calibrations. */
export function JudgeDialog(props: JudgeProps) {
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('finding.judgeCount', { count: props.calibrationIds.length })}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <JudgeForm {...props} />
    </Modal>
  )
}

function JudgeForm({ findingId, instrumentId, calibrationIds, onClose, onDone }: JudgeProps) {
  const { api } = useWorkspace()
  const action = useFindingAction()
  const { busy, error, attempt } = useAttempt()
  const [judgement, setJudgement] = useState<Judgement>('no_impact')
  const [reason, setReason] = useState('')
  const needsReason = judgement === 'no_impact'
  const body = { calibration_ids: [...calibrationIds], judgement, reason: reason.trim() || null }
  const save = () =>
    attempt(async () => {
      await action(
        () => api.judgeFinding({ params: { finding_id: findingId }, body }),
        t('finding.judgedDone', { count: calibrationIds.length }),
      )
      onDone()
      onClose()
    })
  return (
    <form onSubmit={submitting(save)} noValidate>
      <Stack gap="sm">
        <ErrorSummary error={error} />
        <NativeSelect
          label={t('finding.judgement')}
          data-autofocus
          value={judgement}
          onChange={(event) => setJudgement(event.currentTarget.value as Judgement)}
          data={judgements.map((value) => ({ value, label: t(`judgement.${value}`) }))}
        />
        <MentionTextarea
          instrumentId={instrumentId}
          label={t('act.reason')}
          required={needsReason}
          autosize
          minRows={2}
          maxLength={REASON_LENGTH_MAX}
          value={reason}
          error={fieldErrorsOf(error)['reason']}
          onText={setReason}
        />
        <DialogButtons
          verb={t('finding.judge')}
          busy={busy}
          ready={!needsReason || reason.trim() !== ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
