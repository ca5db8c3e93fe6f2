import { Checkbox, Modal, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BulkChangeForecast, type InstrumentModel, REASON_LENGTH_MAX } from '@plumbline/contract'
import { fieldErrorsOf } from '../../api/index.ts'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import styles from '../../components/bulk-change/bulk-change.module.css'
import { BulkPreview } from '../../components/bulk-change/bulk-preview.tsx'
import { RunReport } from '../../components/bulk-change/run-report.tsx'
import { useOwnRun, useSuccess } from '../../components/bulk-change/use-own-run.ts'
import { useSteps } from '../../components/bulk-change/use-steps.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { DialogButtons } from '../../components/form/dialog-buttons.tsx'
import { submitting } from '../../components/form/use-attempt.ts'
import {
  changeToModel,
  type ModelPart,
  ownParts,
  statedParts,
} from '../../components/instrument-fields/model-values.ts'
import { partName, partWords } from '../../components/instrument-fields/model-words.ts'
import { MentionTextarea } from '../../components/mention/mention-textarea.tsx'
import { instrumentsOfModelQuery, releasedProceduresQuery } from '../../queries/procedures.ts'
import type { BulkSubject } from '../../state/bulk-changes/bulk-run.ts'
import { useWorkspace } from '../../state/workspace.ts'

interface DialogProps {
  model: InstrumentModel
  onClose: () => void
}

/** Applies a model to its instruments: previews the changes, carries them out as a job, and reports the outcome. */
export function ApplyModelDialog({ model, onClose }: DialogProps) {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(instrumentsOfModelQuery(workspaceId, model.id))
  const subject = data && { ids: data.ids, total: data.ids.length }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('models.applyTitle', { name: `${model.manufacturer} ${model.model}` })}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {error && <ErrorSummary error={error} />}
      {!subject && !error && <DelayedSkeleton lines={4} />}
      {subject && <Steps model={model} subject={subject} onClose={onClose} />}
    </Modal>
  )
}

function Steps({ model, subject, onClose }: DialogProps & { subject: BulkSubject }) {
  const { workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [parts, setParts] = useState<readonly ModelPart[]>(() => statedParts(model))
  const [reason, setReason] = useState('')
  const { step, error, showPreview, goBack, refuse } = useSteps()
  const { run, isSending, begin } = useOwnRun(subject, refuse)
  useSuccess(run, () => void queries.invalidateQueries({ queryKey: [workspaceId, 'instruments'] }))
  const change = changeToModel(model, parts)
  if (run) return <RunReport run={run} onClose={onClose} />
  if (step === 'preview') {
    return (
      <BulkPreview
        subject={subject}
        change={change}
        shown={(rows) => <ChangedValues rows={rows} parts={parts} />}
        onRefused={refuse}
        onBack={goBack}
        isSending={isSending}
        onConfirm={() => void begin(change, reason.trim())}
      />
    )
  }
  const errors = fieldErrorsOf(error)
  const isReady = parts.length > 0 && reason.trim() !== ''
  return (
    <form onSubmit={submitting(() => isReady && showPreview())} noValidate>
      <Stack gap="md">
        <ErrorSummary error={error} />
        <Parts model={model} chosen={parts} onChange={setParts} />
        <MentionTextarea
          instrumentId={null}
          label={t('act.reason')}
          description={t('bulk.reasonHint')}
          required
          data-autofocus
          autosize
          minRows={2}
          maxLength={REASON_LENGTH_MAX}
          value={reason}
          error={errors['reason']}
          onText={setReason}
        />
        <DialogButtons verb={t('bulk.preview')} ready={isReady} onCancel={onClose} />
      </Stack>
    </form>
  )
}

/** The values of the model, each of which can be deselected. */
function Parts({
  model,
  chosen,
  onChange,
}: {
  model: InstrumentModel
  chosen: readonly ModelPart[]
  onChange: (parts: readonly ModelPart[]) => void
}) {
  const { workspaceId } = useWorkspace()
  const { data: procedures = [] } = useQuery(releasedProceduresQuery(workspaceId))
  return (
    <Stack gap="xs" component="fieldset" style={{ border: 0, padding: 0, margin: 0 }}>
      <legend style={{ padding: 0, marginBottom: 8 }}>{t('models.applyWhat')}</legend>
      {statedParts(model).map((part) => (
        <Checkbox
          key={part}
          label={`${partName(part)}: ${partWords(part, model, procedures)}`}
          checked={chosen.includes(part)}
          onChange={() =>
            onChange(chosen.includes(part) ? chosen.filter((one) => one !== part) : [...chosen, part])
          }
        />
      ))}
    </Stack>
  )
}

/** Instruments that would change, with the values before and after. */
function ChangedValues({
  rows,
  parts,
}: {
  rows: readonly BulkChangeForecast[]
  parts: readonly ModelPart[]
}) {
  const { workspaceId } = useWorkspace()
  const { data: procedures = [] } = useQuery(releasedProceduresQuery(workspaceId))
  const changed = rows.flatMap(({ outcome, before, after, ...row }) =>
    outcome === 'changes' && before && after ? [{ ...row, before, after }] : [],
  )
  if (changed.length === 0) return null
  return (
    <div className={styles.scrolled} tabIndex={0} role="group" aria-label={t('models.changedValues')}>
      <table className={styles.examples}>
        <caption className="visually-hidden">{t('models.changedValues')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('nav.instruments')}</th>
            <th scope="col">{t('models.changedField')}</th>
            <th scope="col">{t('bulk.now')}</th>
            <th scope="col">{t('bulk.then')}</th>
          </tr>
        </thead>
        <tbody>
          {changed.flatMap(({ instrument_id: id, asset_tag: tag, before, after }) => {
            const named: [name: string, from: string, to: string][] = ownParts(before, after)
              .filter((part) => parts.includes(part))
              .map((part) => [
                partName(part),
                partWords(part, before, procedures),
                partWords(part, after, procedures),
              ])
            if (before.due_date !== after.due_date) {
              named.push([t('instrument.due'), dateWord(before.due_date), dateWord(after.due_date)])
            }
            return named.map(([name, from, to], index) => (
              <tr key={`${id}-${name}`}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={named.length}>
                    {tag}
                  </th>
                )}
                <td>{name}</td>
                <td>{from}</td>
                <td>{to}</td>
              </tr>
            ))
          })}
        </tbody>
      </table>
    </div>
  )
}

function dateWord(date: string | null): string {
  return date === null ? t('bulk.noDueDate') : formatDate(date)
}
