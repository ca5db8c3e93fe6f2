import { CALIBRATION_INTERVAL_MAX, intervalUnits, type IntervalUnit } from '@plumbline/contract'
import { comparable } from './cell-text.ts'
import { saysReference } from './read-status.ts'

/** The cells of an interval's columns; absent if there is no such column. */
export interface IntervalCells {
  readonly value?: string | undefined
  readonly unit?: string | undefined
  readonly years?: string | undefined
  readonly months?: string | undefined
  readonly days?: string | undefined
}

/**
 * An interval; `none`, also for zero, an empty cell or words such as `before use`;
 * `reference` for instruments that need none; `ambiguous`; or `unreadable`.
 */
export type IntervalRead =
  | { readonly value: number; readonly unit: IntervalUnit }
  | 'none'
  | 'reference'
  | 'ambiguous'
  | 'unreadable'

/** A bare number above this is never a number of months. */
const BARE_MONTHS_MAX = 120

/** Words for each unit. */
const UNIT_WORDS: Readonly<Record<IntervalUnit, string>> = {
  days: 'd day days tag tage tagig jour jours dia dias',
  months: 'm mo mos mon mth mths month months monthly monat monate monaten monatlich monatig mois mes meses',
  years: 'y yr yrs year years yearly jahr jahre jahren jahrlich jahrig a an ans ano anos',
}

const WEEKS: ReadonlySet<string> = new Set('w wk wks week weeks weekly woche wochen'.split(' '))

/** Words that state a whole interval. */
const WORDS: readonly (readonly [words: string, value: number, unit: IntervalUnit])[] = [
  [
    'annual annually yearly year onceayear onceperyear perannum jahrlich jahr annuel annuelle anual',
    1,
    'years',
  ],
  ['biennial biennially otheryear secondyear zweijahrlich', 2, 'years'],
  [
    'semiannual semiannually halfyearly halfayear twiceayear twiceperyear halbjahrlich halbjahr semestriel semestral',
    6,
    'months',
  ],
  ['quarterly quarter vierteljahrlich quartalsweise quartal trimestriel trimestral', 3, 'months'],
  ['monthly month onceamonth oncepermonth monatlich monat mensuel mensual', 1, 'months'],
  ['weekly week onceaweek onceperweek wochentlich woche', 7, 'days'],
  ['daily day onceaday onceperday taglich tag', 1, 'days'],
]

/** Words for twice a year to some, and for every two years to others. */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  'biannual',
  'biannually',
  'biyearly',
  'bimonthly',
  'biweekly',
])

/** Words for calibrations that follow no interval. */
const NO_INTERVAL: ReadonlySet<string> = new Set(
  `asneeded asrequired whenneeded whenrequired onuse beforeuse beforeeachuse priortouse peruse eachuse initialonly
  initial onetime once onetimeonly indefinite unlimited beibedarf nachbedarf vorgebrauch vorbenutzung einmalig
  unbegrenzt`.split(/\s+/),
)

/** Whether a text says that calibrations follow no interval, such as `before use`. */
export function saysNoInterval(text: string): boolean {
  return NO_INTERVAL.has(comparable(text))
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
  twelve: 12,
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  sechs: 6,
  zwolf: 12,
}

const YEARS_OF_DAYS: Readonly<Record<number, number>> = {
  365: 1,
  366: 1,
  730: 2,
  731: 2,
  1095: 3,
  1096: 3,
  1825: 5,
  1826: 5,
}

/** @param normalises whether 365, 730, 1095 and 1825 days become years */
export function readInterval(cells: IntervalCells, normalises: boolean): IntervalRead {
  const read = ofParts(cells) ?? ofText(cells.value ?? '', cells.unit ?? '')
  const years = typeof read === 'object' && read.unit === 'days' ? YEARS_OF_DAYS[read.value] : undefined
  return years !== undefined && normalises ? { value: years, unit: 'years' } : read
}

/** Reads columns for years, months and days; undefined if all of them are missing or empty. */
function ofParts({ years, months, days }: IntervalCells): IntervalRead | undefined {
  const texts = [years, months, days].map((text) => text ?? '')
  if (texts.every((text) => text === '')) return undefined
  if (texts.some(saysReference)) return 'reference'
  const numbers = texts.map((text) => (text === '' ? 0 : wholeNumber(text)))
  if (numbers.includes(undefined)) return 'unreadable'
  const [y, m, d] = numbers as [number, number, number]
  if (y + m + d === 0) return 'none'
  if (d > 0) return y + m === 0 ? within(d, 'days') : 'unreadable'
  return m > 0 ? within(12 * y + m, 'months') : within(y, 'years')
}

function ofText(text: string, unitText: string): IntervalRead {
  if (text === '' || saysNoInterval(text)) return 'none'
  if (saysReference(text)) return 'reference'
  const explained = /^([^()]+?)\s*\(([^()]{2,})\)$/.exec(text)
  if (explained) return ofExplained(explained[1]!, explained[2]!, unitText)
  const bare = text.replace(/^(?:every|each|alle|p(?=\d))\s*/i, '')
  const word = comparable(bare)
  if (AMBIGUOUS.has(word)) return 'ambiguous'
  const named = WORDS.find(([words]) => words.split(' ').includes(word))
  if (named) return { value: named[1], unit: named[2] }
  const yearsAndMonths =
    /^(\d{1,2})\s*(?:y|yrs?|years?|j|jahre?)\.?[\s,]*(?:and\s+|und\s+)?(\d{1,2})\s*(?:m|mos?|months?|monate?)\.?$/i
  const parts = yearsAndMonths.exec(bare)
  if (parts) return within(12 * Number(parts[1]) + Number(parts[2]), 'months')
  return ofNumber(bare, unitText)
}

/** Reads a text with a second one in brackets, which must state the same: `12 months (1 year)`. */
function ofExplained(text: string, explanation: string, unitText: string): IntervalRead {
  const [read, same] = [ofText(text, unitText), ofText(explanation, '')]
  if (typeof same === 'string') return 'unreadable'
  if (typeof read === 'string') return read === 'ambiguous' ? same : 'unreadable'
  return inMonths(read) === inMonths(same) ? read : 'unreadable'
}

function inMonths({ value, unit }: { readonly value: number; readonly unit: IntervalUnit }): number {
  if (unit === 'days') return (YEARS_OF_DAYS[value] ?? value / 365) * 12
  return unit === 'years' ? 12 * value : value
}

/** Reads a number or its word, with a unit beside it or in another column. */
function ofNumber(text: string, unitText: string): IntervalRead {
  const match = /^(\d+(?:[.,]\d+)?|½|1\/2|\p{L}+(?=[\s-]))[\s-]*(\p{L}*)\.?(?:\(s\))?$/u.exec(text)
  if (!match) return 'unreadable'
  const value = numberOf(match[1]!)
  if (value === 0) return 'none'
  const unit = comparable(match[2] || unitText)
  const known = intervalUnits.find((each) => UNIT_WORDS[each].split(' ').includes(unit))
  if (known === 'years' && Number.isInteger(value * 12) && !Number.isInteger(value))
    return within(value * 12, 'months')
  if (!Number.isInteger(value)) return 'unreadable'
  if (WEEKS.has(unit)) return within(value * 7, 'days')
  if (unit === '') return ofBareNumber(value)
  return known ? within(value, known) : 'unreadable'
}

/** Returns NaN for an unknown word. */
function numberOf(text: string): number {
  if (text === '½' || text === '1/2') return 0.5
  if (/\d/.test(text)) return Number(text.replace(',', '.'))
  return Number(NUMBER_WORDS[comparable(text)])
}

/** Returns a number of months, or of days if it is the number of days of whole years. */
function ofBareNumber(value: number): IntervalRead {
  if (value in YEARS_OF_DAYS) return { value, unit: 'days' }
  return value <= BARE_MONTHS_MAX ? { value, unit: 'months' } : 'unreadable'
}

function within(value: number, unit: IntervalUnit): IntervalRead {
  return value <= CALIBRATION_INTERVAL_MAX ? { value, unit } : 'unreadable'
}

/** Reads an integer, including one with a decimal point followed by zeros, as spreadsheets write it. */
export function wholeNumber(text: string): number | undefined {
  return /^\d{1,9}(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : undefined
}
