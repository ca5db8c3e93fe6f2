import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { BUDGETS_MAX } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { fieldId } from '../../../components/form/form-fields.ts'
import { Icon } from '../../../components/icons.tsx'
import { BudgetTable } from '../../../components/procedure/budget-table.tsx'
import { ContributorRows } from './contributor-rows.tsx'
import { Section, type SectionProps } from './draft-section.tsx'
import { budgetBody, emptyBudget, type BudgetValues } from './draft-values.ts'
import styles from './draft-form.module.css'

/** The uncertainty budgets of the draft, each with what it comes to while it is typed. */
export function BudgetsSection({ values, errors, onChange }: SectionProps) {
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
