import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { BUDGETS_MAX } from '@plumbline/contract'
import { fieldErrorsOf } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { fieldId } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { submitting } from '../../../components/form/use-attempt.ts'
import { Icon } from '../../../components/icons.tsx'
import { BudgetTable } from '../../../components/procedure/budget-table.tsx'
import { ContributorRows } from './contributor-rows.tsx'
import { Section, type SectionProps } from './draft-section.tsx'
import { budgetBody, type BudgetValues, type DraftValues, emptyBudget } from './draft-values.ts'
import { PointsSection } from './points-section.tsx'
import { StandardsSection } from './standards-section.tsx'
import { ConditionsSection, TextsSection } from './texts-section.tsx'
import styles from './draft-form.module.css'

interface DraftFormProps {
  values: DraftValues
  error: unknown
  /** Shown in place of the error. */
  notice?: ReactNode
  busy: boolean
  /** Whether there are unsaved changes. */
  ready: boolean
  cancel: ReactNode
  /** Shown below the work instruction. */
  documents: ReactNode
  onChange: (values: DraftValues) => void
  onSubmit: () => void
}

/** The form for the draft of a procedure, in sections. */
export function DraftForm({ values, error, notice, documents, onChange, onSubmit, ...foot }: DraftFormProps) {
  const errors = useMemo(() => fieldErrorsOf(error), [error])
  const section = { values, errors, onChange }
  return (
    <form onSubmit={submitting(onSubmit)} noValidate>
      <Stack gap="lg">
        {notice || <ErrorSummary error={error} labels={labelsOf(errors)} fieldId={elementOf} />}
        <TextsSection {...section} />
        {documents}
        <PointsSection {...section} />
        <BudgetsSection {...section} />
        <ConditionsSection {...section} />
        <StandardsSection {...section} />
        <FormFoot {...foot} submitLabel={t('procedure.save')} />
      </Stack>
    </form>
  )
}

/** Members that are rows of a list, labeled with their number. */
const ROWS = /^(points|budgets|required_standards)\.(\d+)/

/** Labels of refused members, as in the form. */
function labelsOf(errors: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.keys(errors).map((path) => {
    const [, list, index] = ROWS.exec(path) ?? []
    const number = Number(index) + 1
    if (list === 'points') return [path, t('procedure.pointNumber', { number })]
    if (list === 'budgets') return [path, t('procedure.budgetNumber', { number })]
    if (list === 'required_standards') return [path, t('procedure.standardNumber', { number })]
    return [path, nameOf(path)]
  })
  return Object.fromEntries(named)
}

function nameOf(path: string): string {
  const [first = ''] = path.split('.')
  const names: Readonly<Record<string, string>> = {
    title: t('procedure.title'),
    scope: t('procedure.scope'),
    work_instruction: t('procedure.workInstruction'),
    decision_rule: t('procedure.decisionRule'),
    warm_up_minutes: t('procedure.warmUpMinutes'),
    grace_days: t('procedure.graceDays'),
    environment: t('procedure.conditions'),
    points: t('procedure.points'),
    budgets: t('procedure.budgets'),
  }
  return names[first] ?? path
}

/** Returns the ID of a member's element: its field, or its row. */
function elementOf(path: string): string {
  return fieldId(ROWS.exec(path)?.[0] ?? path)
}

/** The uncertainty budgets of the draft, each with its result while it is edited. */
function BudgetsSection({ values, errors, onChange }: SectionProps) {
  const { budgets } = values
  const change = (now: BudgetValues[]) => onChange({ ...values, budgets: now })
  const remove = (removed: BudgetValues) =>
    onChange({
      ...values,
      budgets: budgets.filter((budget) => budget !== removed),
      points: values.points.map((point) =>
        point.budget_id === removed.id ? { ...point, budget_id: null } : point,
      ),
    })
  return (
    <Section title={t('procedure.budgets')}>
      <Stack gap="sm">
        {budgets.length === 0 && <Text c="dimmed">{t('procedure.noBudgets')}</Text>}
        {budgets.map((budget, index) => (
          <Budget
            key={budget.id}
            budget={budget}
            path={`budgets.${index}`}
            errors={errors}
            onChange={(now) => change(budgets.with(index, now))}
            onRemove={() => remove(budget)}
          />
        ))}
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={18} />}
            disabled={budgets.length >= BUDGETS_MAX}
            onClick={() => change([...budgets, emptyBudget()])}
          >
            {t('procedure.addBudget')}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

interface BudgetProps {
  budget: BudgetValues
  path: string
  errors: SectionProps['errors']
  onChange: (budget: BudgetValues) => void
  onRemove: () => void
}

function Budget(props: BudgetProps) {
  const { budget, path, errors, onChange } = props
  const computed = budgetBody(budget)
  return (
    <div role="group" aria-label={budget.name || t('budget.unnamed')} className={styles.budget}>
      <BudgetHead {...props} />
      <ContributorRows
        contributors={budget.contributors}
        path={`${path}.contributors`}
        errors={errors}
        onChange={(contributors) => onChange({ ...budget, contributors })}
      />
      {computed.contributors.some(({ value, value_from: source }) => value ?? source) && (
        <BudgetTable budget={computed} />
      )}
    </div>
  )
}

function BudgetHead({ budget, path, errors, onChange, onRemove }: BudgetProps) {
  const text = (member: 'name' | 'unit' | 'coverage') => ({
    label: t(`budget.${member}`),
    value: budget[member],
    error: errors[`${path}.${member}`],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...budget, [member]: event.currentTarget.value }),
  })
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <SimpleGrid cols={{ base: 1, sm: 3 }} style={{ flex: 1 }}>
        <TextInput {...text('name')} id={fieldId(path)} required maxLength={255} />
        <TextInput {...text('unit')} maxLength={40} />
        <TextInput {...text('coverage')} inputMode="decimal" placeholder="95.45" />
      </SimpleGrid>
      <Button variant="default" onClick={onRemove}>
        {t('budget.remove')}
      </Button>
    </Group>
  )
}
