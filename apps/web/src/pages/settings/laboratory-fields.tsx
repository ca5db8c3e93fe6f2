import { Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../messages.ts'
import { BELOW, type fieldsOf } from '../../components/form/form-fields.ts'
import type { LaboratoryValues } from './laboratory-values.ts'
import { Section, Wide } from './section.tsx'

/** Names of a laboratory's fields. */
export function laboratoryLabels(): Record<keyof LaboratoryValues, string> {
  return {
    laboratory_name: t('laboratory.name'),
    address: t('laboratory.address'),
    accreditation: t('laboratory.accreditation'),
    default_customer: t('laboratory.customer'),
    'statements.scope': t('laboratory.scope'),
    'statements.reproduction': t('laboratory.reproduction'),
    'statements.further': t('laboratory.further'),
  }
}

type TextOf = ReturnType<typeof fieldsOf<LaboratoryValues>>['text']

/** What certificates print of the laboratory. */
export function LaboratoryFields({
  text,
  hint,
  children,
}: {
  text: TextOf
  /** Stands above the fields. */
  hint?: string
  children?: ReactNode
}) {
  return (
    <Section title={t('laboratory.title')}>
      {hint !== undefined && (
        <Wide>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        </Wide>
      )}
      <TextInput {...text('laboratory_name')} />
      <TextInput
        {...text('accreditation')}
        description={t('laboratory.accreditationHint')}
        inputWrapperOrder={BELOW}
      />
      <Textarea {...text('address')} autosize minRows={3} maxRows={8} />
      <Textarea
        {...text('default_customer')}
        autosize
        minRows={3}
        maxRows={8}
        description={t('laboratory.customerHint')}
        inputWrapperOrder={BELOW}
      />
      {children}
    </Section>
  )
}

/** Sentences that certificates print as they stand. */
export function StatementFields({ text, children }: { text: TextOf; children?: ReactNode }) {
  return (
    <Section title={t('laboratory.statements')}>
      {children}
      <Wide>
        <Textarea {...text('statements.scope')} autosize minRows={2} maxRows={8} />
      </Wide>
      <Wide>
        <Textarea {...text('statements.reproduction')} autosize minRows={2} maxRows={8} />
      </Wide>
      <Wide>
        <Textarea {...text('statements.further')} autosize minRows={2} maxRows={12} />
      </Wide>
    </Section>
  )
}
