import type { Measurement, ScopeLine } from '@plumbline/contract'
import { finalPhase, isMeasuredPhase } from '@plumbline/contract/measurement'
import { present } from '../compose-section.ts'
import type { Messages } from '../messages.ts'
import { isAssessed } from './point-assessment.ts'
import { expandedOf } from './point-numbers.ts'

/** The content of the columns of a table, in order. */
export type ColumnName =
  | 'nominal'
  | 'direction'
  | 'position'
  | 'reference'
  | 'phase'
  | 'value'
  | 'deviation'
  | 'lower'
  | 'upper'
  | 'tolerance'
  | 'uncertainty'
  | 'factor'
  | 'assessment'

/** One column of a table of points. */
export interface NamedColumn {
  readonly name: ColumnName
  readonly label: string
  /** The unit of all numbers in it. */
  readonly unit?: string
  readonly isNumber: boolean
}

/** Coverage factor and confidence level of all points with an uncertainty; null if they differ. */
export type CommonCoverage = {
  readonly factor: string
  readonly level: string | undefined
  readonly degrees?: string | undefined
} | null

/** The context in which a table of points is printed. */
export interface Paper {
  readonly messages: Messages
  /** Whether it is a provider's work, to which no rule of this server applies. */
  readonly isExternal: boolean
  /** Who measured external points; undefined if not named. */
  readonly provider?: string | undefined
  /**
   * Lines of the scope of accreditation that cover points; undefined if none is known, or the record is not
   * accredited.
   */
  readonly scope?: readonly ScopeLine[] | undefined
}

/** Returns the columns that any of the points uses, with the unit of those that have one. */
export function columnsOf(
  points: readonly Measurement[],
  coverage: CommonCoverage,
  { messages, isExternal }: Paper,
): NamedColumn[] {
  const unit = points[0]?.nominal?.unit.trim()
  const has = (test: (point: Measurement) => unknown) => points.some((point) => Boolean(test(point)))
  const isPhased = phasesIn(points).size > 1
  const hasLimits = has(hasLimit)
  const hasUncertainty = has((point) => expandedOf(finalPhase(point), point))
  return [
    ...numbers('nominal', messages.nominal, unit),
    ...words(
      'direction',
      messages.direction,
      has(({ conditions }) => conditions?.direction),
    ),
    ...words(
      'position',
      messages.position,
      has(({ conditions }) => present(conditions?.position)),
    ),
    ...words('phase', messages.phase, isPhased),
    ...numbers('reference', messages.reference, unit, has(hasOwnReference)),
    // Observations recorded instead of numbers have no unit.
    ...numbers('value', valueLabel(points, messages), has(isRead) ? unit : undefined),
    ...numbers('deviation', messages.deviation, unit, has(hasError)),
    ...numbers('lower', messages.lowerLimit, unit, hasLimits),
    ...numbers('upper', messages.upperLimit, unit, hasLimits),
    ...words('tolerance', messages.tolerance, !hasLimits && has((point) => point.tolerance?.text)),
    ...numbers('uncertainty', 'U', uncertaintyUnit(points), hasUncertainty),
    ...words('factor', 'k', hasUncertainty && coverage === null),
    ...words(
      'assessment',
      messages.assessment,
      !isExternal && has((point) => isAssessed(point) || isJudgedPoint(point)),
    ),
  ]
}

function numbers(name: ColumnName, label: string, unit: string | undefined, shown = true): NamedColumn[] {
  return shown ? [{ name, label, isNumber: true, ...(unit ? { unit } : {}) }] : []
}

function words(name: ColumnName, label: string, shown: boolean): NamedColumn[] {
  return shown ? [{ name, label, isNumber: false }] : []
}

/**
 * Returns the unit of the uncertainties of points, which defaults to that of the nominal value; undefined if they
 * differ.
 */
function uncertaintyUnit(points: readonly Measurement[]): string | undefined {
  const units = new Set(points.flatMap((point) => expandedOf(finalPhase(point), point)?.unit ?? []))
  return units.size === 1 ? [...units][0] : undefined
}

/** Whether the indication of a point was compared with a value other than its nominal one. */
function hasOwnReference({ reads, nominal, as_found: found, as_left: left }: Measurement): boolean {
  if (reads === 'standard') return false
  return [found, left].some(
    (phase) => phase?.mean != null && phase.reference !== null && phase.reference !== nominal?.value,
  )
}

function isRead({ as_found: found, as_left: left }: Measurement): boolean {
  return [found, left].some((phase) => phase?.mean != null)
}

function hasError({ as_found: found, as_left: left }: Measurement): boolean {
  return [found, left].some((phase) => phase?.error != null)
}

function isJudgedPoint({ as_found: found, as_left: left }: Measurement): boolean {
  return [found, left].some((phase) => phase?.judgement != null)
}

function hasLimit({ as_found: found, as_left: left }: Measurement): boolean {
  return [found, left].some((phase) => phase && (phase.lower_limit !== null || phase.upper_limit !== null))
}

function phasesIn(points: readonly Measurement[]): Set<'found' | 'left'> {
  return new Set(
    points.flatMap((point) => [
      ...(isMeasuredPhase(point.as_found) ? (['found'] as const) : []),
      ...(isMeasuredPhase(point.as_left) ? (['left'] as const) : []),
    ]),
  )
}

function valueLabel(points: readonly Measurement[], messages: Messages): string {
  if (points[0]?.reads === 'standard') return messages.standardReading
  const phases = phasesIn(points)
  if (phases.size > 1) return messages.reading
  return phases.has('left') ? messages.asLeft : messages.asFound
}
