import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ProviderCreate, type ProviderDocument } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { BELOW, fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { submitting } from '../../../components/form/use-attempt.ts'
import { documentsQuery } from '../../../queries/documents.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { Section, Wide } from '../section.tsx'
import type { ProviderValues } from './provider-values.ts'

/** Names of the fields. */
export function providerLabels(): Record<keyof ProviderValues, string> {
  return {
    name: t('provider.name'),
    accreditation_body: t('provider.body'),
    accreditation_number: t('provider.number'),
    accreditation_valid_until: t('provider.validUntil'),
    accreditation_document_id: t('provider.document'),
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
  /** The chosen document, as it was read. */
  document: ProviderDocument | null
  error: unknown
  /** Stands in the place of the error. */
  notice?: ReactNode
  busy: boolean
  changed: boolean
  submitLabel: string
  cancel: ReactNode
  onChange: (values: ProviderValues) => void
  onSubmit: () => void
}

/** What is stated of a provider. */
export function ProviderForm(props: ProviderFormProps) {
  const { values, document, error, notice, changed, onChange, onSubmit, ...foot } = props
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
          <DocumentChoice
            {...text('accreditation_document_id')}
            present={document}
            onChange={(id) => onChange({ ...values, accreditation_document_id: id })}
          />
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

interface Props {
  id: string
  label: string
  error: string | undefined
  value: string
  /** The one that is chosen already, which may be older than those that are offered. */
  present: ProviderDocument | null
  onChange: (documentId: string) => void
}

/** The newest documents of instruments, one of which shows the accreditation. */
function DocumentChoice({ present, onChange, ...input }: Props) {
  const { workspaceId } = useWorkspace()
  const { data } = useQuery(documentsQuery(workspaceId, { limit: 100 }))
  const found = (data?.data ?? []).filter(({ id }) => id !== present?.id)
  return (
    <NativeSelect
      {...input}
      description={t('provider.documentHint')}
      inputWrapperOrder={BELOW}
      data={[
        { value: '', label: t('provider.noDocument') },
        ...(present ? [{ value: present.id, label: present.file_name }] : []),
        ...found.map(({ id, file_name: name, instrument }) => ({
          value: id,
          label: [name, instrument.asset_tag].filter(Boolean).join(' · '),
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
