import { Modal, Stack, Text } from '@mantine/core'
import { REASON_LENGTH_MAX, type Interval, type IntervalAdvice } from '@plumbline/contract'
import { useState } from 'react'
import { fieldErrorsOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../error-summary.tsx'
import { DialogButtons } from '../form/dialog-buttons.tsx'
import { submitting, useAttempt } from '../form/use-attempt.ts'
import { MentionTextarea } from '../mention/mention-textarea.tsx'
import { acceptedReason, intervalText, observedWords } from './advice-words.ts'

interface AcceptDialogProps {
  advice: IntervalAdvice
  /** Null for a group. */
  instrumentId: string | null
  /** The instrument or group for which it is accepted. */
  object: string
  /** What will happen, in a sentence. */
  consequence: string
  onClose: () => void
  /** Changes the interval; a refusal stays in the dialog with everything typed. */
  onAccept: (suggested: Interval, reason: string) => Promise<unknown>
}

/** Asks whether a suggested interval is accepted, with the reason filled in. */
export function AcceptDialog(props: AcceptDialogProps) {
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t('intervalAdvice.acceptTitle')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <AcceptForm {...props} />
    </Modal>
  )
}

function AcceptForm({ advice, instrumentId, object, consequence, onClose, onAccept }: AcceptDialogProps) {
  const [reason, setReason] = useState(() => acceptedReason(advice))
  const { busy, error, attempt } = useAttempt()
  const { current_interval: current, suggested_interval: suggested } = advice
  const accept = () =>
    attempt(async () => {
      if (suggested === null || reason.trim() === '') return
      await onAccept(suggested, reason.trim())
      onClose()
    })
  return (
    <form onSubmit={submitting(accept)} noValidate>
      <Stack gap="sm">
        <Text fw={600}>{object}</Text>
        <Text>
          {t('intervalAdvice.change', { from: intervalText(current), to: intervalText(suggested) })}
        </Text>
        <Text>{consequence}</Text>
        <Text size="sm" c="dimmed">
          {observedWords(advice)}
        </Text>
        <ErrorSummary error={error} />
        <ReasonField
          instrumentId={instrumentId}
          reason={reason}
          errors={fieldErrorsOf(error)}
          onChange={setReason}
        />
        <DialogButtons
          verb={t('intervalAdvice.accept')}
          busy={busy}
          ready={reason.trim() !== ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}

function ReasonField({
  instrumentId,
  reason,
  errors,
  onChange,
}: {
  instrumentId: string | null
  reason: string
  errors: Readonly<Record<string, string>>
  onChange: (reason: string) => void
}) {
  return (
    <MentionTextarea
      instrumentId={instrumentId}
      label={t('act.reason')}
      required
      data-autofocus
      autosize
      minRows={3}
      maxRows={8}
      maxLength={REASON_LENGTH_MAX}
      value={reason}
      error={errors['reason'] ?? errors['calibration_interval_change_reason']}
      onText={onChange}
    />
  )
}
