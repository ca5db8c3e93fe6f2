import { Modal } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { ApiFailure } from '../../../api.ts'
import { bulkChanges, useBulkRuns } from '../../../bulk-changes/bulk-changes.ts'
import { doneOf, freshRun, type BulkSubject } from '../../../bulk-changes/bulk-run.ts'
import type { SeenRun } from '../../../bulk-changes/bulk-runner.ts'
import { t } from '../../../messages.ts'
import { newKey } from '../../../retrying.ts'
import { useWorkspace } from '../../../workspace.ts'
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
  const [step, setStep] = useState<'form' | 'preview' | 'run'>('form')
  const [error, setError] = useState<unknown>()
  const refuse = useCallback((failure: unknown) => {
    setError(failure)
    setStep('form')
  }, [])
  const { seen, begin } = useOwnRun(subject, values, refuse)
  const status = seen?.run.status
  useEffect(() => {
    if (status === 'done') onDone()
    // Told once, whatever the function is by then.
  }, [status])
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.title', { count: subject.total })}
      size="lg"
      closeOnClickOutside={false}
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
          onConfirm={() => {
            begin()
            setStep('run')
          }}
        />
      )}
      {step === 'run' && seen && <RunReport seen={seen} onClose={onClose} />}
    </Modal>
  )
}

/** The run that this dialog begins. A change that fits no instrument leaves none: it goes back to where it was typed. */
function useOwnRun(
  subject: BulkSubject,
  values: BulkValues,
  onRefused: (failure: unknown) => void,
): { seen: SeenRun | undefined; begin: () => void } {
  const { workspaceId, session } = useWorkspace()
  const [key, setKey] = useState<string>()
  const seen = useBulkRuns(workspaceId).find(({ run }) => run.key === key)
  const failure = seen && doneOf(seen.run) === 0 && seen.run.failure?.status === 422 ? seen.run.failure : null
  useEffect(() => {
    if (!failure || key === undefined) return
    void bulkChanges.forget(key)
    onRefused(new ApiFailure(failure.status, failure.code, failure.message, failure.details))
  }, [failure, key, onRefused])
  const begin = () => {
    const fresh = freshRun({
      key: newKey(),
      userId: session.user.id,
      workspaceId,
      subject,
      change: changeOf(values),
      reason: values.reason.trim(),
      begunAt: new Date().toISOString(),
    })
    setKey(fresh.key)
    void bulkChanges.begin(fresh)
  }
  return { seen, begin }
}
