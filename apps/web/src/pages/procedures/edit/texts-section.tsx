import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { ProcedureDraftUpdate, WORK_INSTRUCTION_LENGTH_MAX } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { DecisionRuleField } from '../../../components/decision-rule/decision-rule-field.tsx'
import { BELOW, fieldId, fieldsOf } from '../../../components/form/form-fields.ts'
import { Markdown } from '../../../components/markdown/markdown.tsx'
import { Section, type SectionProps } from './draft-section.tsx'
import type { DraftValues, LimitsValues } from './draft-values.ts'
import styles from './draft-form.module.css'

function useFields({ values, errors, onChange }: SectionProps) {
  const labels = {
    title: t('procedure.title'),
    scope: t('procedure.scope'),
    work_instruction: t('procedure.workInstruction'),
    warm_up_minutes: t('procedure.warmUpMinutes'),
    grace_days: t('procedure.graceDays'),
  } as Record<keyof DraftValues, string>
  return fieldsOf({ schema: ProcedureDraftUpdate, values, errors, labels, onChange })
}

/** Scope and work instruction. */
export function TextsSection(section: SectionProps) {
  const { text } = useFields(section)
  const { values, errors, onChange } = section
  return (
    <Section title={t('procedure.summary')}>
      <div className={styles.fields}>
        <TextInput {...text('title')} required />
        <Textarea {...text('scope')} autosize minRows={2} maxRows={8} />
        <Instruction {...section} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <DecisionRuleField
            id={fieldId('decision_rule')}
            label={t('procedure.decisionRule')}
            value={values.decision_rule}
            error={errors['decision_rule']}
            blank={t('procedure.workspaceRule')}
            onChange={(rule) => onChange({ ...values, decision_rule: rule })}
          />
          <TextInput
            {...text('grace_days')}
            inputMode="numeric"
            description={t('procedure.graceHint')}
            inputWrapperOrder={BELOW}
          />
        </SimpleGrid>
      </div>
    </Section>
  )
}

/** The work instruction as a text field with a preview. */
function Instruction(section: SectionProps) {
  const { text } = useFields(section)
  const { values } = section
  return (
    <div className={styles.instruction}>
      <Textarea
        {...text('work_instruction')}
        maxLength={WORK_INSTRUCTION_LENGTH_MAX}
        description={t('procedure.markdownHint')}
        inputWrapperOrder={BELOW}
        autosize
        minRows={8}
        maxRows={30}
      />
      {values.work_instruction.trim() !== '' && (
        <div role="group" aria-label={t('procedure.preview')} className={styles.preview}>
          <Markdown text={values.work_instruction} />
        </div>
      )}
    </div>
  )
}

/** The required environmental conditions; records outside of them show a warning. */
export function ConditionsSection(section: SectionProps) {
  const { text } = useFields(section)
  const { values, errors, onChange } = section
  return (
    <Section title={t('procedure.conditions')}>
      <div className={styles.fields}>
        {(['temperature', 'humidity'] as const).map((name) => (
          <LimitsFields
            key={name}
            name={name}
            label={t(`procedure.${name}`)}
            limits={values[name]}
            errors={errors}
            onChange={(limits) => onChange({ ...values, [name]: limits })}
          />
        ))}
        <TextInput {...text('warm_up_minutes')} inputMode="numeric" maw={260} />
      </div>
    </Section>
  )
}

function LimitsFields({
  name,
  label,
  limits,
  errors,
  onChange,
}: {
  name: string
  label: string
  limits: LimitsValues
  errors: SectionProps['errors']
  onChange: (limits: LimitsValues) => void
}) {
  const labels = { lower: t('procedure.lower'), upper: t('procedure.upper'), unit: t('procedure.unit') }
  return (
    <div role="group" aria-label={label} className={styles.limits}>
      <span className={styles.limitsName}>{label}</span>
      {(['lower', 'upper', 'unit'] as const).map((member) => {
        const path = `environment.${name}.${member}`
        return (
          <TextInput
            key={member}
            id={fieldId(path)}
            label={labels[member]}
            value={limits[member]}
            error={errors[path]}
            w={110}
            {...(member !== 'unit' && { inputMode: 'decimal' as const })}
            onChange={(event) => onChange({ ...limits, [member]: event.currentTarget.value })}
          />
        )
      })}
    </div>
  )
}
