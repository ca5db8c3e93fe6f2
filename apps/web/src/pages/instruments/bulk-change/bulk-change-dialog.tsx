import { Modal } from '@mantine/core'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../../base/messages.ts'
import { newKey } from '../../../base/retrying.ts'
import { useBulkChange } from '../../../state/bulk-changes/bulk-changes.ts'
import type { BulkRun, BulkSubject } from '../../../state/bulk-changes/bulk-run.ts'
import { BulkChangeForm } from './bulk-change-form.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { changeOf, type BulkValues } from './change-values.ts'
import { RunReport } from './run-report.tsx'

const FIRST_VALUES: BulkValues = {
  parts: [],
  intervalValue: '',
  intervalUnit: 'months',
  site: '',
  location: '',
  grace: '',
  status: 'in_service',
  reason: '',
}

interface BulkChangeDialogProps {
  subject: BulkSubject
  onClose: () => void
  /** Whatever was to change has been changed. */
  onDone: () => void
}

/** Asks what to change and why, shows what would change, changes it, and reports. */
export function BulkChangeDialog({ subject, onClose, onDone }: BulkChangeDialogProps) {
  const [values, setValues] = useState(FIRST_VALUES)
  const { step, error, goOn, goBack, refuse } = useSteps()
  const { run, isSending, begin } = useOwnRun(subject, values, refuse)
  useSuccess(run, onDone)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.title', { count: subject.total })}
      size="lg"
      closeOnClickOutside={false}
      withCloseButton={!run}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {step === 'form' && (
        <BulkChangeForm
          values={values}
          error={error}
          onChange={setValues}
          onCancel={onClose}
          onSubmit={goOn}
        />
      )}
      {step === 'preview' && !run && (
        <BulkPreview
          subject={subject}
          values={values}
          onRefused={refuse}
          onBack={goBack}
          isSending={isSending}
          onConfirm={() => void begin()}
        />
      )}
      {step === 'preview' && run && <RunReport run={run} onClose={onClose} />}
    </Modal>
  )
}

/** From the form to the preview and back; what was refused sends back, with the reason. */
function useSteps() {
  const [step, setStep] = useState<'form' | 'preview'>('form')
  const [error, setError] = useState<unknown>()
  const refuse = useCallback((failure: unknown) => {
    setError(failure)
    setStep('form')
  }, [])
  const goOn = () => {
    setError(undefined)
    setStep('preview')
  }
  return { step, error, goOn, goBack: () => setStep('form'), refuse }
}

function useSuccess(run: BulkRun | undefined, onDone: () => void): void {
  const state = run?.state
  const onSuccess = useEffectEvent(onDone)
  useEffect(() => {
    if (state === 'succeeded') onSuccess()
  }, [state])
}

/** The run that this dialog begins. What the server refuses goes back to where it was typed. */
function useOwnRun(
  subject: BulkSubject,
  values: BulkValues,
  onRefused: (failure: unknown) => void,
): { run: BulkRun | undefined; isSending: boolean; begin: () => Promise<void> } {
  const { latest, begin: send } = useBulkChange()
  const [id, setId] = useState<string>()
  const [isSending, setSending] = useState(false)
  // The same change that is sent again, after a response that was lost, is the same request.
  const sent = useRef({ content: '', key: '' })
  const begin = async () => {
    const change = changeOf(values)
    const reason = values.reason.trim()
    const content = JSON.stringify([change, reason])
    if (sent.current.content !== content) sent.current = { content, key: newKey() }
    setSending(true)
    try {
      setId(await send(subject, change, reason, sent.current.key))
    } catch (failure) {
      onRefused(failure)
    } finally {
      setSending(false)
    }
  }
  return { run: latest?.id === id ? latest : undefined, isSending, begin }
}
