import { Stack } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { fieldErrorsOf } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { fieldId } from '../../../components/form/form-fields.ts'
import { FormFoot } from '../../../components/form/form-foot.tsx'
import { submitting } from '../../../components/form/use-attempt.ts'
import { BudgetsSection } from './budgets-section.tsx'
import { ConditionsSection, TextsSection } from './texts-section.tsx'
import type { DraftValues } from './draft-values.ts'
import { PointsSection } from './points-section.tsx'
import { StandardsSection } from './standards-section.tsx'

interface DraftFormProps {
  values: DraftValues
  error: unknown
  /** Stands in the place of the error. */
  notice?: ReactNode
  busy: boolean
  /** Whether there is anything to send. */
  ready: boolean
  cancel: ReactNode
  onChange: (values: DraftValues) => void
  onSubmit: () => void
}

/** The draft of a procedure, part by part. */
export function DraftForm({ values, error, notice, onChange, onSubmit, ...foot }: DraftFormProps) {
  const errors = useMemo(() => fieldErrorsOf(error), [error])
  const section = { values, errors, onChange }
  return (
    <form onSubmit={submitting(onSubmit)} noValidate>
      <Stack gap="lg">
        {notice || <ErrorSummary error={error} labels={labelsOf(errors)} fieldId={elementOf} />}
        <TextsSection {...section} />
        <PointsSection {...section} />
        <BudgetsSection {...section} />
        <ConditionsSection {...section} />
        <StandardsSection {...section} />
        <FormFoot {...foot} submitLabel={t('procedure.save')} />
      </Stack>
    </form>
  )
}

/** Members whose place is a row of a list: they are named by its number. */
const ROWS = /^(points|budgets|required_standards)\.(\d+)/

/** Names of refused members as the form has them. */
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

/** The element of a member: its field, or the row that it stands in. */
function elementOf(path: string): string {
  return fieldId(ROWS.exec(path)?.[0] ?? path)
}
