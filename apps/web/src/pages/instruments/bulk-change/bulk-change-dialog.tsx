import { Modal } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../messages.ts'
import { BulkChangeForm } from './bulk-change-form.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { BulkRun } from './bulk-run.tsx'
import type { BulkValues } from './change-values.ts'
import type { BulkSubject } from './walk-parts.ts'

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
  const [step, setStep] = useState<'form' | 'preview' | 'run'>('form')
  const [error, setError] = useState<unknown>()
  const [isRunning, setRunning] = useState(false)
  const refuse = (failure: unknown) => {
    setError(failure)
    setStep('form')
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.title', { count: subject.total })}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!isRunning}
      withCloseButton={step !== 'run'}
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
      {step === 'preview' && (
        <BulkPreview
          subject={subject}
          values={values}
          onRefused={refuse}
          onBack={() => setStep('form')}
          onConfirm={() => setStep('run')}
        />
      )}
      {step === 'run' && (
        <BulkRun
          subject={subject}
          values={values}
          onRefused={refuse}
          onRunning={setRunning}
          onDone={onDone}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}
