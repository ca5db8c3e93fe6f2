import { Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { SiteUpdate } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { submitting } from '../../../components/form/use-attempt.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { LaboratoryFields, laboratoryLabels, StatementFields } from '../laboratory-fields.tsx'
import { Section, Wide } from '../section.tsx'
import styles from '../settings-form.module.css'
import { ZoneField } from '../zone-field.tsx'
import type { SiteFormValues } from './site-form-values.ts'

/** Names of a site's fields. */
export function siteLabels(): Record<keyof SiteFormValues, string> {
  return { ...laboratoryLabels(), name: t('site.name'), timezone: t('site.timezone') }
}

interface SiteFormProps {
  values: SiteFormValues
  error: unknown
  /** Stands in the place of the error. */
  notice?: ReactNode
  busy: boolean
  /** Whether there is anything to send. */
  ready: boolean
  submitLabel: string
  cancel: ReactNode
  /** Below the zone: what it would move. */
  preview?: ReactNode
  onChange: (values: SiteFormValues) => void
  onSubmit: () => void
}

/** A site: its name and zone, and what its certificates print in the place of the workspace's. */
export function SiteForm({ values, error, notice, preview, onChange, onSubmit, ...foot }: SiteFormProps) {
  const { workspace } = useWorkspace()
  const labels = siteLabels()
  const errors = fieldErrorsOf(error)
  const fields = fieldsOf({ schema: SiteUpdate, values, errors, labels, onChange })
  const { text } = fields
  const { id, label, value, error: zoneError } = text('timezone')
  return (
    <form onSubmit={submitting(onSubmit)} noValidate className={styles.form}>
      <Stack gap="lg">
        {notice || <ErrorSummary error={error} labels={labels} fieldId={fieldId} />}
        <Section title={t('site.title')}>
          <TextInput {...text('name')} required />
          <ZoneField
            {...{ id, label, value, error: zoneError }}
            placeholder={workspace.timezone}
            hint={t('site.zoneHint', { zone: workspace.timezone })}
            onChange={(timezone) => onChange({ ...values, timezone })}
          />
          {preview && <Wide>{preview}</Wide>}
        </Section>
        <LaboratoryFields fields={fields} hint={t('site.laboratoryHint')} />
        <StatementFields text={text} />
        <FormFoot {...foot} />
      </Stack>
    </form>
  )
}
