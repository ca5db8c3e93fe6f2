import { readDecimal } from '../measurement/decimal-text.ts'
import { Issues, type MeasurementIssue } from '../measurement/issue.ts'
import {
  DECISION_RULE_LENGTH_MAX,
  NAME_LENGTH_MAX,
  pointDirections,
  pointReadings,
  REMARK_LENGTH_MAX,
  UNIT_LENGTH_MAX,
} from '../fields/point-words.ts'
import { MEASUREMENTS_MAX } from '../public/measurement.ts'
import {
  termCombinations,
  type MeasurementTolerance,
  type PointConditions,
  type ToleranceTerms,
} from '../public/point-values.ts'
import {
  REPEATS_MAX,
  type ProcedureContent,
  type ProcedurePoint,
  type ProcedurePointCreate,
} from '../public/procedures/procedure.ts'
import type { CsvValue } from '../shared/csv.ts'
import { readCsv } from '../shared/read-csv.ts'

const terms = [
  'absolute',
  'unit',
  'percent_of_reading',
  'percent_of_nominal',
  'percent_of_span',
  'counts',
  'combine',
] as const satisfies (keyof ToleranceTerms)[]

/** Columns of limits of the indication. */
const limitColumns = { limits_lower: 'lower', limits_upper: 'upper', limits_unit: 'unit' } as const

/** Columns of the conditions under which a point is measured. */
const conditionColumns = { direction: 'direction', position: 'position', conditions: 'text' } as const

/** Sides of a tolerance, with the prefix of their columns. */
const sides = { symmetric: 'tolerance', upper: 'upper', lower: 'lower' } as const
type Side = keyof typeof sides
const sideNames = Object.keys(sides) as Side[]

/** Text columns, with the maximum number of characters of each. */
const texts = {
  function: NAME_LENGTH_MAX,
  channel: NAME_LENGTH_MAX,
  range: NAME_LENGTH_MAX,
  decision_rule: DECISION_RULE_LENGTH_MAX,
  note: REMARK_LENGTH_MAX,
} as const

/** Columns of each member of a point, in the order of the file. A budget is referred to by its name. */
const columnsOfMember = {
  id: ['id'],
  function: ['function'],
  channel: ['channel'],
  range: ['range'],
  nominal: ['nominal', 'unit'],
  tolerance: [
    ...sideNames.flatMap((side) => terms.map((term) => `${sides[side]}_${term}`)),
    ...Object.keys(limitColumns),
    'tolerance_text',
  ],
  reads: ['reads'],
  conditions: Object.keys(conditionColumns),
  span: ['span'],
  resolution: ['resolution'],
  repeats: ['repeats'],
  budget_id: ['budget'],
  decision_rule: ['decision_rule'],
  note: ['note'],
} as const satisfies Record<keyof ProcedurePoint, readonly string[]>

/** Columns of a points file, which has one line per point. */
export const pointsFileColumns: readonly string[] = Object.values(columnsOfMember).flat()

/** The maximum number of columns in a file, including those without a meaning. */
const COLUMNS_MAX = 2 * pointsFileColumns.length

/** Returns the lines of a points file, in the order of the columns. */
export function pointRows({ points, budgets }: Pick<ProcedureContent, 'points' | 'budgets'>): CsvValue[][] {
  const names = new Map(budgets.map(({ id, name }) => [id, name]))
  return points.map(({ tolerance, nominal, conditions, budget_id: budgetId, ...point }) => {
    const cells: Record<string, CsvValue> = {
      ...point,
      nominal: nominal.value,
      unit: nominal.unit,
      tolerance_text: tolerance?.text,
      budget: budgetId === null ? null : names.get(budgetId),
    }
    for (const [column, member] of Object.entries(limitColumns)) cells[column] = tolerance?.limits?.[member]
    for (const [column, member] of Object.entries(conditionColumns)) cells[column] = conditions?.[member]
    for (const side of sideNames) {
      for (const term of terms) cells[`${sides[side]}_${term}`] = tolerance?.[side]?.[term]
    }
    return pointsFileColumns.map((column) => cells[column])
  })
}

/**
 * Reads a points file. Column names are those of `pointsFileColumns`, in any order; missing columns count as empty, and
 * a decimal comma as a decimal point.
 * @returns the points, and the problems of the file: each issue at `csv`, its line and its column
 */
export function readPointsFile(
  csv: string,
  { budgets }: Pick<ProcedureContent, 'budgets'>,
): { points: ProcedurePointCreate[]; issues: readonly MeasurementIssue[] } {
  const [head = [], ...lines] = readCsv(csv)
  const columns = head.map((name) => name.trim().toLowerCase())
  const issues = new Issues(['csv'])
  if (columns.length > COLUMNS_MAX) issues.add([], 'field.too_many_items', { limit: COLUMNS_MAX })
  if (lines.length > MEASUREMENTS_MAX) issues.add([], 'field.too_many_items', { limit: MEASUREMENTS_MAX })
  // A file that is too large is not read any further: each line is read for every column.
  if (issues.found.length > 0) return { points: [], issues: issues.found }
  for (const name of columns.filter((column) => !pointsFileColumns.includes(column))) {
    issues.add([1, name], 'field.unknown_column', { allowed: pointsFileColumns.join(', ') })
  }
  const budgetIds = new Map(budgets.map(({ id, name }) => [name, id]))
  const points = lines.map((cells, index) => {
    const values = new Map(columns.map((column, position) => [column, cells[position]?.trim()]))
    // The heading is line 1.
    return readLine(new Line(values, index + 2, issues), budgetIds)
  })
  return { points, issues: issues.found }
}

/** The cells of one line, each parsed according to its column. */
class Line {
  readonly #values: ReadonlyMap<string, string | undefined>
  readonly #number: number
  readonly #issues: Issues

  constructor(values: ReadonlyMap<string, string | undefined>, number: number, issues: Issues) {
    this.#values = values
    this.#number = number
    this.#issues = issues
  }

  refuse(
    column: string,
    ...problem: Parameters<Issues['add']> extends [unknown, ...infer Rest] ? Rest : never
  ) {
    this.#issues.add([this.#number, column], ...problem)
  }

  /** Reads a text of limited length; null for an empty cell. */
  text(column: string, maxLength: number): string | null {
    const value = this.#values.get(column) ?? ''
    if (Array.from(value).length > maxLength) this.refuse(column, 'field.too_long', { limit: maxLength })
    return value === '' ? null : value
  }

  /** Reads a decimal string; null for an empty cell. */
  decimal(column: string): string | null {
    const value = (this.#values.get(column) ?? '').replace(/^([+-]?\d*),(\d+)$/, '$1.$2')
    if (value === '') return null
    if (readDecimal(value) === null) this.refuse(column, 'field.format_decimal')
    return value
  }

  /** Reads one of the words, ignoring case; null for an empty cell. */
  word<const Word extends string>(column: string, words: readonly Word[]): Word | null {
    const value = (this.#values.get(column) ?? '').toLowerCase()
    if (value === '') return null
    const word = words.find((one) => one === value)
    if (word === undefined) this.refuse(column, 'field.unknown_value', { allowed: words.join(', ') })
    return word ?? null
  }

  /** Requires a value. */
  required(column: string, value: string | null): string {
    if (value === null) this.refuse(column, 'field.missing')
    return value ?? '0'
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readLine(line: Line, budgetIds: ReadonlyMap<string, string>): Required<ProcedurePointCreate> {
  const id = line.text('id', 64)?.toLowerCase() ?? null
  if (id !== null && !UUID.test(id)) line.refuse('id', 'field.format_uuid')
  const repeats = Number(line.text('repeats', 10) ?? '1')
  if (!Number.isInteger(repeats) || repeats < 1 || repeats > REPEATS_MAX) {
    line.refuse('repeats', 'field.whole_number_between', { least: 1, most: REPEATS_MAX })
  }
  const budget = line.text('budget', 255)
  if (budget !== null && !budgetIds.has(budget)) line.refuse('budget', 'field.names_nothing')
  const stated = Object.entries(texts).map(([name, maxLength]) => [name, line.text(name, maxLength)])
  return {
    ...(Object.fromEntries(stated) as Record<keyof typeof texts, string | null>),
    id,
    nominal: {
      value: line.required('nominal', line.decimal('nominal')),
      unit: line.required('unit', line.text('unit', UNIT_LENGTH_MAX)),
    },
    reads: line.word('reads', pointReadings),
    tolerance: readTolerance(line),
    conditions: readConditions(line),
    span: line.decimal('span'),
    resolution: line.decimal('resolution'),
    repeats,
    budget_id: budget === null ? null : (budgetIds.get(budget) ?? null),
  }
}

function readTolerance(line: Line): MeasurementTolerance | null {
  const stated = sideNames.flatMap((side) => {
    const read = terms.map((term) => [term, readTerm(line, `${sides[side]}_${term}`, term)] as const)
    const found = read.filter(([, value]) => value !== null)
    return found.length === 0 ? [] : [[side, Object.fromEntries(found)] as const]
  })
  const limits = statedMembers({
    lower: line.decimal('limits_lower'),
    upper: line.decimal('limits_upper'),
    unit: line.text('limits_unit', UNIT_LENGTH_MAX),
  })
  const text = line.text('tolerance_text', REMARK_LENGTH_MAX)
  const tolerance: MeasurementTolerance = statedMembers({ ...Object.fromEntries(stated), limits, text }) ?? {}
  return Object.keys(tolerance).length === 0 ? null : tolerance
}

function readTerm(line: Line, column: string, term: (typeof terms)[number]): string | null {
  if (term === 'unit') return line.text(column, UNIT_LENGTH_MAX)
  return term === 'combine' ? line.word(column, termCombinations) : line.decimal(column)
}

function readConditions(line: Line): PointConditions | null {
  return statedMembers({
    direction: line.word('direction', pointDirections),
    position: line.text('position', NAME_LENGTH_MAX),
    text: line.text('conditions', REMARK_LENGTH_MAX),
  })
}

/** Returns the members that are not null; null if there are none. */
function statedMembers<Members extends object>(members: Members): Members | null {
  const stated = Object.entries(members).filter(([, value]) => value !== null)
  return stated.length === 0 ? null : (Object.fromEntries(stated) as Members)
}
