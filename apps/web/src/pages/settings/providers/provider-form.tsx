import { Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { ProviderCreate } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { BELOW, fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { submitting } from '../../../components/form/use-attempt.ts'
import { Section, Wide } from '../section.tsx'
import type { ProviderValues } from './provider-values.ts'

/** Names of the fields. */
export function providerLabels(): Record<keyof ProviderValues, string> {
  return {
    name: t('provider.name'),
    accreditation_body: t('provider.body'),
    accreditation_number: t('provider.number'),
    accreditation_valid_until: t('provider.validUntil'),
    scope: t('provider.scope'),
    contact_name: t('provider.contact'),
    contact_email: t('provider.email'),
    contact_phone: t('provider.phone'),
    lead_time_days: t('provider.leadTime'),
    notes: t('provider.notes'),
  }
}

interface ProviderFormProps {
  values: ProviderValues
  error: unknown
  /** Shown in place of the error. */
  notice?: ReactNode
  busy: boolean
  changed: boolean
  submitLabel: string
  cancel: ReactNode
  onChange: (values: ProviderValues) => void
  onSubmit: () => void
}

/** The form of a provider. */
export function ProviderForm(props: ProviderFormProps) {
  const { values, error, notice, changed, onChange, onSubmit, ...foot } = props
  const labels = providerLabels()
  const { text } = fieldsOf({
    schema: ProviderCreate,
    values,
    errors: fieldErrorsOf(error),
    labels,
    onChange,
  })
  return (
    <form onSubmit={submitting(onSubmit)} noValidate>
      <Stack gap="lg">
        {notice || <ErrorSummary error={error} labels={labels} fieldId={fieldId} />}
        <Section title={t('shipment.provider')}>
          <TextInput {...text('name')} required />
          <TextInput {...text('lead_time_days')} inputMode="numeric" />
          <TextInput {...text('contact_name')} />
          <TextInput {...text('contact_email')} type="email" />
          <TextInput {...text('contact_phone')} type="tel" />
        </Section>
        <Section title={t('provider.accreditation')}>
          <TextInput {...text('accreditation_body')} />
          <TextInput {...text('accreditation_number')} />
          <TextInput {...text('accreditation_valid_until')} type="date" />
          <Wide>
            <Textarea
              {...text('scope')}
              description={t('provider.scopeHint')}
              inputWrapperOrder={BELOW}
              autosize
              minRows={3}
              maxRows={20}
            />
          </Wide>
        </Section>
        <Section title={t('provider.notes')}>
          <Wide>
            <Textarea {...text('notes')} autosize minRows={2} maxRows={12} />
          </Wide>
        </Section>
        <FormFoot {...foot} ready={changed && values.name.trim() !== ''} />
      </Stack>
    </form>
  )
}
