import { Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../base/messages.ts'
import type { fieldsOf } from '../../components/form/form-fields.ts'
import { laboratoryNames, laboratorySettings, type LaboratoryValues } from './laboratory-values.ts'
import { Section, Wide } from './section.tsx'
import { SettingFields, type FormFields } from './setting-fields.tsx'
import type { FormSetting } from './setting-values.ts'

/** Names of a laboratory's fields. */
export function laboratoryLabels(): Record<keyof LaboratoryValues, string> {
  const labels = laboratoryNames.map((name) => [name, t(`workspaceField.${name}`)])
  return Object.fromEntries(labels) as Record<keyof LaboratoryValues, string>
}

/** What certificates print of the laboratory. */
export function LaboratoryFields({
  among = laboratorySettings,
  fields,
  hint,
  children,
}: {
  /** The settings of the form; those of a site by default. */
  among?: readonly FormSetting[]
  fields: FormFields
  /** Shown above the fields. */
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
      <SettingFields of="laboratory" among={among} fields={fields} />
      {children}
    </Section>
  )
}

type TextOf = ReturnType<typeof fieldsOf<LaboratoryValues>>['text']

/** Statements that certificates print verbatim. */
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
