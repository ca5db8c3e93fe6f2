import { Stack } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { AppInstrumentCreate, AppInstrumentUpdate } from '@plumbline/contract'
import { ApiFailure, fieldErrorsOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { fieldId, fieldsOf } from '../../components/form/form-fields.ts'
import { FormFoot } from '../../components/form/form-foot.tsx'
import { submitting } from '../../components/form/use-attempt.ts'
import { fieldLabels } from '../../components/instrument-fields/field-labels.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { MentionTextarea } from '../../components/mention/mention-textarea.tsx'
import { instrumentsQuery } from '../../queries/instruments.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { CustomFieldRows } from './custom-field-rows.tsx'
import { Identity, Measuring, SiteAndLocation, Schedule, Texts } from './instrument-form-sections.tsx'
import { type InstrumentFormValues, intervalDiffers } from './instrument-form-values.ts'
import styles from './instrument-form.module.css'

const UNIQUE_FIELDS = ['asset_tag', 'serial_number'] as const

interface InstrumentFormProps {
  values: InstrumentFormValues
  /** For the edit form: the values that were read. */
  before?: InstrumentFormValues
  /** Only for the edit form. */
  instrumentId?: string
  error: unknown
  busy: boolean
  notice?: ReactNode
  submitLabel: string
  onChange: (values: InstrumentFormValues) => void
  onSubmit: () => void
  cancel: ReactNode
}

/** The fields of an instrument, in the order in which one has them at hand. */
export function InstrumentForm({ values, before, error, onChange, ...form }: InstrumentFormProps) {
  const errors = useMemo(() => instrumentErrors(error), [error])
  const labels: Record<keyof InstrumentFormValues, string> = fieldLabels()
  const schema = before ? AppInstrumentUpdate : AppInstrumentCreate
  const fields = fieldsOf({ schema, values, errors, labels, onChange })
  const section = { fields, values, isNew: before === undefined }
  return (
    <form onSubmit={submitting(form.onSubmit)} noValidate className={styles.form}>
      <Stack gap="lg">
        <ErrorSummary error={error} labels={labels} fieldId={fieldId} />
        <TakenHolder error={error} values={values} />
        {form.notice}
        <Identity {...section} />
        <SiteAndLocation
          {...section}
          onSite={(site_id) => onChange({ ...values, site_id, location_id: '' })}
        />
        <Measuring {...section} />
        <Schedule {...section} schema={schema} />
        {before && intervalDiffers(before, values) && (
          <MentionTextarea
            {...fields.text('calibration_interval_change_reason')}
            instrumentId={form.instrumentId ?? null}
            description={t('instrumentForm.intervalReasonHint')}
            autosize
            minRows={2}
            onText={(text) => onChange({ ...values, calibration_interval_change_reason: text })}
          />
        )}
        <CustomFieldRows
          rows={values.customFields}
          error={errors['customFields']}
          onChange={(customFields) => onChange({ ...values, customFields })}
        />
        <Texts of="notes" text={fields.text} />
        <FormFoot cancel={form.cancel} submitLabel={form.submitLabel} busy={form.busy} />
      </Stack>
    </form>
  )
}

/** Errors by field; the code for a missing reason names its field itself. */
function instrumentErrors(error: unknown): Record<string, string> {
  const errors = fieldErrorsOf(error)
  const code = (error as { code?: string } | undefined)?.code
  if (code === 'interval_change_reason_required') {
    errors['calibration_interval_change_reason'] ??= (error as Error).message
  }
  return errors
}

type TakenField = (typeof UNIQUE_FIELDS)[number]

/** Links to the instrument that already has the asset tag or serial number, because lists omit retired instruments. */
function TakenHolder({ error, values }: { error: unknown; values: Readonly<Record<TakenField, string>> }) {
  if (!(error instanceof ApiFailure) || error.code !== 'CONFLICT') return null
  const field = UNIQUE_FIELDS.find((name) => name === error.details['field'])
  return field === undefined ? null : (
    <Holder key={error.requestId} field={field} value={values[field].trim()} />
  )
}

function Holder({ field, value }: { field: TakenField; value: string }) {
  const { workspaceId } = useWorkspace()
  // The refused value, whatever is typed afterwards.
  const [taken] = useState(value)
  const filters = { [field]: taken, include: 'retired' }
  const { data } = useQuery(instrumentsQuery(workspaceId, filters, { limit: 1, offset: 0 }))
  const holder = data?.data[0]
  if (!holder) return null
  const words = { tag: holder.asset_tag ?? '', name: holder.name ?? '' }
  return (
    <LinkAnchor
      to="/w/$workspaceId/instruments/$instrumentId"
      params={{ workspaceId, instrumentId: holder.id }}
      size="sm"
    >
      {t(holder.status === 'retired' ? 'instrumentForm.heldByRetired' : 'instrumentForm.heldBy', words)}
    </LinkAnchor>
  )
}
