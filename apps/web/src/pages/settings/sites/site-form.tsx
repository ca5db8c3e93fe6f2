import { Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { siteField, siteFieldNames, SiteUpdate, type SiteFieldName } from '@plumbline/contract'
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
  const labels = siteFieldNames.map((name) => [name, t(`siteField.${name}`)])
  return { ...laboratoryLabels(), ...(Object.fromEntries(labels) as Record<SiteFieldName, string>) }
}

interface SiteFormProps {
  values: SiteFormValues
  error: unknown
  /** Shown in place of the error. */
  notice?: ReactNode
  busy: boolean
  /** Whether there is anything to send. */
  ready: boolean
  submitLabel: string
  cancel: ReactNode
  /** Preview of the effects, shown below the time zone. */
  preview?: ReactNode
  onChange: (values: SiteFormValues) => void
  onSubmit: () => void
}

/** The fields without special controls: all but the name and the time zone. */
const furtherTexts = siteFieldNames.filter((name) => {
  const { kind, required } = siteField(name)
  return kind === 'text' && !required
})

type TextOf = ReturnType<typeof fieldsOf<SiteFormValues>>['text']

function FurtherText({ name, text }: { name: SiteFieldName; text: TextOf }) {
  const field = siteField(name)
  const hasLines = field.kind === 'text' && field.lines
  return hasLines ? (
    <Textarea {...text(name)} autosize minRows={3} maxRows={8} />
  ) : (
    <TextInput {...text(name)} />
  )
}

/** The form of a site: its fields, and the laboratory details that its certificates print instead of the workspace's. */
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
          {furtherTexts.map((name) => (
            <FurtherText key={name} name={name} text={text} />
          ))}
        </Section>
        <LaboratoryFields fields={fields} hint={t('site.laboratoryHint')} />
        <StatementFields text={text} />
        <FormFoot {...foot} />
      </Stack>
    </form>
  )
}
