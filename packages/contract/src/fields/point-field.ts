import type { DecisionOutcome, PointJudgement, PointPhase, PointReads, PointVerdict } from './point-words.ts'

/**
 * The value types of point fields, by kind; `number` is a double, and every other number is a decimal string.
 */
export interface PointValueOfKind {
  text: string
  decimal: string
  number: number
  flag: boolean
  id: string
  reads: PointReads
  judgement: PointJudgement
  verdict: PointVerdict
  phase_name: PointPhase
  outcome: DecisionOutcome
}

/** Kinds whose values have members, which are defined in `public/point-values.ts` and this table. */
export type StructuredPointKind =
  | 'nominal'
  | 'tolerance'
  | 'conditions'
  | 'uncertainty'
  | 'readings'
  | 'phase'
  | 'decision'

interface FieldOfKind<Kind extends keyof PointValueOfKind | StructuredPointKind> {
  readonly kind: Kind
  /** Who states it: the request, whose value a response repeats, or the server, which computes it. */
  readonly statedBy: 'request' | 'server'
  /** Never null in responses. */
  readonly required?: true
  /** Its value if a request omits it; null by default. */
  readonly otherwise?: Kind extends keyof PointValueOfKind ? PointValueOfKind[Kind] : never
  /**
   * Whether a point of a procedure states it: only for itself, or also as the default of points of records that name
   * it.
   */
  readonly procedure?: 'own' | 'taken'
  readonly description?: string
}

interface TextField extends FieldOfKind<'text'> {
  readonly maxLength: number
  /** Whether a blank text is refused. */
  readonly notBlank?: true
}

/** The table entry of a field. */
export type PointField =
  | TextField
  | FieldOfKind<Exclude<keyof PointValueOfKind, 'text'> | StructuredPointKind>

/** Returns the names of the fields that pass a test, in the order of their table. */
export function pointFieldsWhere<Name extends string>(
  table: Readonly<Record<Name, PointField>>,
  test: (field: PointField) => boolean,
): Name[] {
  return (Object.keys(table) as Name[]).filter((name) => test(table[name]))
}
