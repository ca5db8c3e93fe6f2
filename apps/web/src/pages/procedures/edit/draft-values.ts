import type {
  ConditionLimits,
  ProcedureBudget,
  ProcedureContributor,
  ProcedureDraftUpdate,
  ProcedurePointCreate,
  ProcedureRevision,
} from '@plumbline/contract'

/** Limits of a condition as typed. */
export interface LimitsValues {
  lower: string
  upper: string
  unit: string
}

/** A required standard, as typed; the key identifies the row. */
export interface StandardValues {
  key: string
  role: string
  minimum_tur: string
}

/** Text members of a contributor. */
const contributorTexts = ['name', 'value', 'divisor', 'sensitivity', 'unit', 'source'] as const

/** A contributor as typed. */
export interface ContributorValues extends Record<(typeof contributorTexts)[number], string> {
  key: string
  type: ProcedureContributor['type']
  distribution: ProcedureContributor['distribution']
  /** Empty if the value is stated. */
  value_from: NonNullable<ProcedureContributor['value_from']> | ''
  degrees_of_freedom: string
  /** Preserved unchanged. */
  ensemble?: string | null | undefined
}

/** A budget as typed. */
export interface BudgetValues {
  /** The ID that points refer to; the server assigns another one to a new budget. */
  id: string
  name: string
  unit: string
  coverage: string
  contributors: ContributorValues[]
  /** Preserved as read, because the form has no fields for them. */
  correlations: ProcedureBudget['correlations']
}

/** A point of the draft; the key identifies the row. */
export type PointValues = ProcedurePointCreate & { readonly key: string }

/** The values of a draft's form: texts as typed, so that nothing is lost. */
export interface DraftValues {
  title: string
  scope: string
  work_instruction: string
  warm_up_minutes: string
  decision_rule: string
  grace_days: string
  temperature: LimitsValues
  humidity: LimitsValues
  required_standards: StandardValues[]
  points: PointValues[]
  budgets: BudgetValues[]
}

/** Returns a new key of a row, or an ID for an object that the server does not know yet. */
export const newKey = (): string => crypto.randomUUID()

/** Returns a draft as values of the form. */
export function valuesOf(draft: ProcedureRevision): DraftValues {
  const { environment } = draft
  return {
    title: draft.title,
    scope: draft.scope ?? '',
    work_instruction: draft.work_instruction ?? '',
    warm_up_minutes: String(draft.warm_up_minutes ?? ''),
    decision_rule: draft.decision_rule ?? '',
    grace_days: String(draft.grace_days ?? ''),
    temperature: limitsOf(environment?.temperature, '°C'),
    humidity: limitsOf(environment?.humidity, '%'),
    required_standards: draft.required_standards.map(({ role, minimum_tur: minimum }, index) => ({
      key: `read-${index}`,
      role,
      minimum_tur: minimum ?? '',
    })),
    points: draft.points.map((point) => ({ ...point, key: point.id })),
    budgets: draft.budgets.map(budgetValues),
  }
}

function limitsOf(limits: ConditionLimits | null | undefined, unit: string): LimitsValues {
  return { lower: limits?.lower ?? '', upper: limits?.upper ?? '', unit: limits?.unit ?? unit }
}

function budgetValues({
  id,
  name,
  unit,
  coverage,
  contributors,
  correlations,
}: ProcedureBudget): BudgetValues {
  return {
    id,
    name,
    unit: unit ?? '',
    coverage: coverage ?? '',
    contributors: contributors.map((contributor, index) => ({
      ...emptyContributor(`${id}-${index}`),
      ...Object.fromEntries(contributorTexts.map((member) => [member, contributor[member] ?? ''])),
      type: contributor.type,
      distribution: contributor.distribution,
      value_from: contributor.value_from ?? '',
      degrees_of_freedom: String(contributor.degrees_of_freedom ?? ''),
      ensemble: contributor.ensemble,
    })),
    correlations: correlations ?? null,
  }
}

/** Returns an empty contributor. */
export function emptyContributor(key: string): ContributorValues {
  return {
    key,
    name: '',
    type: 'B',
    distribution: 'rectangular',
    value: '',
    value_from: '',
    divisor: '',
    sensitivity: '',
    degrees_of_freedom: '',
    unit: '',
    source: '',
  }
}

/** Returns an empty budget. */
export function emptyBudget(): BudgetValues {
  const contributors = [emptyContributor(newKey())]
  return { id: newKey(), name: '', unit: '', coverage: '', contributors, correlations: null }
}

/** Returns the request body that changes a draft: only the members that differ from those read. */
export function changesOf(before: DraftValues, after: DraftValues): ProcedureDraftUpdate {
  const [was, is] = [bodyOf(before), bodyOf(after)]
  const changed = Object.entries(is).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof typeof was]),
  )
  return Object.fromEntries(changed)
}

function bodyOf(values: DraftValues) {
  const { temperature, humidity } = values
  const environment = { temperature: limitsBody(temperature), humidity: limitsBody(humidity) }
  return {
    title: values.title,
    scope: textOrNull(values.scope),
    work_instruction: textOrNull(values.work_instruction),
    environment: environment.temperature || environment.humidity ? environment : null,
    warm_up_minutes: numberOrNull(values.warm_up_minutes),
    decision_rule: textOrNull(values.decision_rule),
    grace_days: numberOrNull(values.grace_days),
    required_standards: values.required_standards.map(({ role, minimum_tur: minimum }) => ({
      role,
      minimum_tur: textOrNull(minimum),
    })),
    points: values.points.map(({ key: _key, ...point }) => point),
    budgets: values.budgets.map(budgetBody),
  }
}

/** Returns a budget for the request, and for the preview of its result. */
export function budgetBody({
  id,
  name,
  unit,
  coverage,
  contributors,
  correlations,
}: BudgetValues): ProcedureBudget {
  return {
    id,
    name,
    unit: textOrNull(unit),
    coverage: textOrNull(coverage),
    correlations: correlations ?? null,
    contributors: contributors.map((contributor) => ({
      name: contributor.name,
      type: contributor.type,
      distribution: contributor.distribution,
      value: contributor.value_from === '' ? textOrNull(contributor.value) : null,
      value_from: contributor.value_from === '' ? null : contributor.value_from,
      divisor: textOrNull(contributor.divisor),
      sensitivity: textOrNull(contributor.sensitivity),
      // The server refuses text that is not a number, and names the field.
      degrees_of_freedom: numberOrNull(contributor.degrees_of_freedom),
      ...(contributor.ensemble != null && { ensemble: contributor.ensemble }),
      unit: textOrNull(contributor.unit),
      source: textOrNull(contributor.source),
    })),
  }
}

function limitsBody({ lower, upper, unit }: LimitsValues): ConditionLimits | null {
  if (lower.trim() === '' && upper.trim() === '') return null
  return { lower: textOrNull(lower), upper: textOrNull(upper), unit }
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}

/** Converts text to a number; other text is sent as typed. */
function numberOrNull(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  return /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : (typed as unknown as number)
}
