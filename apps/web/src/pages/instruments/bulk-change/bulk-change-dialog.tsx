import { Modal } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useBulkChange } from '../../../bulk-changes/bulk-changes.ts'
import type { BulkRun, BulkSubject } from '../../../bulk-changes/bulk-run.ts'
import { t } from '../../../messages.ts'
import { newKey } from '../../../retrying.ts'
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

/** Asks what to change and why, shows what would change, changes it, and reports. */
export function BulkChangeDialog({
  subject,
  onClose,
  onDone,
}: {
  subject: BulkSubject
  onClose: () => void
  /** Whatever was to change has been changed. */
  onDone: () => void
}) {
  const [values, setValues] = useState(FIRST_VALUES)
  const [step, setStep] = useState<'form' | 'preview'>('form')
  const [error, setError] = useState<unknown>()
  const refuse = useCallback((failure: unknown) => {
    setError(failure)
    setStep('form')
  }, [])
  const { run, isSending, begin } = useOwnRun(subject, values, refuse)
  const state = run?.state
  useEffect(() => {
    if (state === 'succeeded') onDone()
    // Told once, whatever the function is by then.
  }, [state])
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
          onSubmit={() => {
            setError(undefined)
            setStep('preview')
          }}
        />
      )}
      {step === 'preview' && !run && (
        <BulkPreview
          subject={subject}
          values={values}
          onRefused={refuse}
          onBack={() => setStep('form')}
          isSending={isSending}
          onConfirm={() => void begin()}
        />
      )}
      {step === 'preview' && run && <RunReport run={run} onClose={onClose} />}
    </Modal>
  )
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
  // The same change that is sent again, after an answer that was lost, is the same request.
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
