import { Modal } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../base/messages.ts'
import type { BulkSubject } from '../../state/bulk-changes/bulk-run.ts'
import { BulkChangeForm } from './bulk-change-form.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { changeOf, type BulkPart, type BulkValues } from './change-values.ts'
import { RunReport } from './run-report.tsx'
import { useSteps } from './use-steps.ts'
import { useOwnRun, useSuccess } from './use-own-run.ts'

const FIRST_VALUES: BulkValues = {
  parts: [],
  intervalValue: '',
  intervalUnit: 'months',
  site: '',
  location: '',
  responsible: '',
  grace: '',
  status: 'in_service',
  reason: '',
}

interface BulkChangeDialogProps {
  subject: BulkSubject
  /** The parts that are selected initially. */
  parts?: readonly BulkPart[]
  onClose: () => void
  /** Called after everything has been changed. */
  onDone: () => void
}

/** The dialog of a bulk change: form, preview, progress and report. */
export function BulkChangeDialog({ subject, parts = [], onClose, onDone }: BulkChangeDialogProps) {
  const [values, setValues] = useState<BulkValues>({ ...FIRST_VALUES, parts })
  const { step, error, showPreview, goBack, refuse } = useSteps()
  const { run, isSending, begin } = useOwnRun(subject, refuse)
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
          onSubmit={showPreview}
        />
      )}
      {step === 'preview' && !run && (
        <BulkPreview
          subject={subject}
          change={changeOf(values)}
          onRefused={refuse}
          onBack={goBack}
          isSending={isSending}
          onConfirm={() => void begin(changeOf(values), values.reason.trim())}
        />
      )}
      {step === 'preview' && run && <RunReport run={run} onClose={onClose} />}
    </Modal>
  )
}
