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

/** An interval; `none`, also for zero or an empty cell; `reference` for instruments that need none; or `unreadable`. */
export type IntervalRead =
  | { readonly value: number; readonly unit: IntervalUnit }
  | 'none'
  | 'reference'
  | 'unreadable'

/** A bare number above this is never a number of months. */
const BARE_MONTHS_MAX = 120

/** Words for each unit. */
const UNIT_WORDS: Readonly<Record<IntervalUnit, string>> = {
  days: 'd day days tag tage',
  months: 'm mo mos mon mth mths month months monat monate',
  years: 'y yr yrs year years jahr jahre a',
}

const WEEKS: ReadonlySet<string> = new Set(['w', 'wk', 'wks', 'week', 'weeks', 'woche', 'wochen'])

/** Words that state a whole interval. */
const WORDS: readonly (readonly [words: string, value: number, unit: IntervalUnit])[] = [
  ['annual annually yearly jahrlich', 1, 'years'],
  ['biennial biennially zweijahrlich', 2, 'years'],
  ['semiannual semiannually halfyearly halbjahrlich', 6, 'months'],
  ['quarterly vierteljahrlich', 3, 'months'],
  ['monthly monatlich', 1, 'months'],
  ['weekly wochentlich', 7, 'days'],
  ['daily taglich', 1, 'days'],
]

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
  if (typeof read === 'string' || read.unit !== 'days' || !normalises) return read
  const years = YEARS_OF_DAYS[read.value]
  return years === undefined ? read : { value: years, unit: 'years' }
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
  if (text === '') return 'none'
  if (saysReference(text)) return 'reference'
  const named = WORDS.find(([words]) => words.split(' ').includes(comparable(text)))
  if (named) return { value: named[1], unit: named[2] }
  const match = /^(\d+(?:[.,]0+)?)\s*(\p{L}*)\.?(?:\(s\))?$/u.exec(text)
  if (!match) return 'unreadable'
  const value = wholeNumber(match[1]!)!
  if (value === 0) return 'none'
  const unit = comparable(match[2] || unitText)
  if (WEEKS.has(unit)) return within(value * 7, 'days')
  if (unit === '') return ofBareNumber(value)
  const known = intervalUnits.find((each) => UNIT_WORDS[each].split(' ').includes(unit))
  return known ? within(value, known) : 'unreadable'
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
