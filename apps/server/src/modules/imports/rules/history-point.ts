import { isFailing, type HistoryField, type MeasurementCreate } from '@plumbline/contract'
import { flatFields, type FlatField } from '@plumbline/contract/measurement'
import { toleranceMeaning, withDecimalPoints, type ToleranceMeaning } from '@plumbline/contract/tolerance'
import { readResult } from './history-words.ts'

/** The point that a row states, or the cell that cannot be read, and why. */
export type PointRead =
  | { readonly point: MeasurementCreate }
  | { readonly field: HistoryField; readonly fault: PointFault }

/** Why a cell of a point cannot be read. */
export type PointFault = 'point_not_read' | 'point_unit_differs' | 'point_unit_missing' | 'coverage_missing'

/** The texts of a row. */
type Texts = Readonly<Partial<Record<HistoryField, string>>>
type Tolerance = NonNullable<MeasurementCreate['tolerance']>
type Phase = NonNullable<MeasurementCreate['as_found']>

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/i

/** Separates several readings in one cell. */
const READING_SEPARATOR = /\s*[;|]\s*/

/**
 * Reads a row of a certificate with several rows as a point. The unit of a number is the one it states, that of the
 * unit column, or that of the instrument. An observation in place of a number is judged by its word, such as `OK`.
 */
export function readPoint(texts: Texts, unitOfMeasure: string | null): PointRead {
  try {
    return { point: new PointReader(texts, unitOfMeasure).read() }
  } catch (error) {
    if (error instanceof NotRead) return { field: error.field, fault: error.fault }
    throw error
  }
}

class NotRead extends Error {
  readonly field: HistoryField
  readonly fault: PointFault

  constructor(field: HistoryField, fault: PointFault) {
    super(fault)
    this.field = field
    this.fault = fault
  }
}

class PointReader {
  readonly #texts: Texts
  readonly #numbers: Readonly<Record<FlatField, string>>
  readonly #unit: string | null

  constructor(texts: Texts, unitOfMeasure: string | null) {
    this.#texts = texts
    const stated = Object.fromEntries(flatFields.map((name) => [name, texts[name] ?? '']))
    this.#numbers = withDecimalPoints(stated as Record<FlatField, string>, 'nominal_value')
    const named = NUMBER.exec(this.#numbers.nominal_value)?.[2]
    this.#unit = named || (texts.unit_of_measure ?? unitOfMeasure)
  }

  read(): MeasurementCreate {
    const { function: name, range, tolerance } = this.#texts
    const nominal = this.#numbers.nominal_value
    const left = this.#numbers.as_left_reading
    return {
      ...(name !== undefined && { function: name }),
      ...(range !== undefined && { range }),
      ...(nominal !== '' && { nominal: this.#nominal(nominal) }),
      ...(tolerance !== undefined && { tolerance: this.#tolerance() }),
      as_found: this.#phase('as_found_reading'),
      ...(left !== '' && { as_left: this.#phase('as_left_reading') }),
      ...this.#uncertainty(),
    }
  }

  #nominal(text: string): NonNullable<MeasurementCreate['nominal']> {
    const value = this.#number('nominal_value', text)
    if (this.#unit === null) throw new NotRead('nominal_value', 'point_unit_missing')
    return { value, unit: this.#unit }
  }

  /** Returns a number in the unit of the point. */
  #number(field: HistoryField, text: string): string {
    const match = NUMBER.exec(text)
    if (!match) throw new NotRead(field, 'point_not_read')
    const [, number, unit] = match as unknown as string[]
    if (unit !== '' && unit !== this.#unit) throw new NotRead(field, 'point_unit_differs')
    return plain(number!)
  }

  #phase(field: 'as_found_reading' | 'as_left_reading'): Phase | null {
    const text = this.#numbers[field]
    if (text === '') return null
    const observed = readResult(text)
    if (observed !== undefined) {
      return { observed: text, judgement: isFailing(observed) ? 'does_not_conform' : 'conforms' }
    }
    return { readings: text.split(READING_SEPARATOR).map((reading) => this.#number(field, reading)) }
  }

  #tolerance(): Tolerance {
    const text = this.#numbers.tolerance
    const meaning = toleranceMeaning(text, this.#unit)
    // A percentage of a value that is itself measured in percent is ambiguous: of the unit or of the nominal value.
    // Only the text is kept.
    if (!meaning?.isComparable || meaning.mayCountInUnit) return { text }
    return toleranceOf(meaning) ?? { text }
  }

  #uncertainty(): Pick<MeasurementCreate, 'uncertainty'> {
    const text = this.#numbers.measurement_uncertainty
    if (text === '') return {}
    const match = NUMBER.exec(text.replace(/^(?:±|\+\/-)\s*/, ''))
    if (!match) throw new NotRead('measurement_uncertainty', 'point_not_read')
    const factor = NUMBER.exec(
      (this.#texts.coverage_factor ?? '').replace(',', '.').replace(/^k\s*=\s*/i, ''),
    )
    if (!factor) throw new NotRead('measurement_uncertainty', 'coverage_missing')
    const [, expanded, unit] = match as unknown as string[]
    return {
      uncertainty: {
        expanded: plain(expanded!),
        coverage_factor: plain(factor[1]!),
        ...(unit !== '' && { unit: unit! }),
      },
    }
  }
}

/** Returns a number in the format of the API. */
function plain(number: string): string {
  return number
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=$|e)/i, '')
}

type Comparable = Extract<ToleranceMeaning, { isComparable: true }>

/** Returns a tolerance in the format of a point; undefined if both of its deviations are on the same side. */
function toleranceOf({ lower, upper, of, unit, plus }: Comparable): Tolerance | undefined {
  const inUnit = unit === null ? {} : { unit }
  if (of === 'limits') return { limits: { lower, upper, ...inUnit } }
  const [below, above] = [lower.replace('-', ''), upper]
  if ((!lower.startsWith('-') && Number(lower) !== 0) || upper.startsWith('-')) return undefined
  const terms = (width: string, counted: Comparable['of'], ofUnit: string | null) => {
    if (counted === '%') return { percent_of_nominal: width }
    if (counted === '% of reading') return { percent_of_reading: width }
    if (counted === 'unit') return { absolute: width, ...(ofUnit !== null && { unit: ofUnit }) }
    return { percent_of_nominal: shares(width, counted === 'ppm' ? 4 : 1) }
  }
  if (plus) {
    const second = terms(plus.width, plus.of, plus.unit)
    const first = terms(above, of, unit)
    const isSum = below === above && Object.keys(second).every((name) => !(name in first))
    return isSum ? { symmetric: { ...first, ...second } } : undefined
  }
  if (below === above) return { symmetric: terms(above, of, unit) }
  return { lower: terms(below, of, unit), upper: terms(above, of, unit) }
}

/** Divides a decimal number by a power of ten by moving its decimal point to the left. */
function shares(digits: string, places: number): string {
  const [whole = '', fraction = ''] = digits.split('.')
  const padded = whole.padStart(places + 1, '0')
  return `${padded.slice(0, -places)}.${padded.slice(-places)}${fraction}`
}
