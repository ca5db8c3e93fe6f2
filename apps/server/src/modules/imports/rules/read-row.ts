import {
  because,
  type ImportColumn,
  type ImportField,
  type ImportIssue,
  type ImportOptions,
  type InstrumentStatus,
  type IntervalUnit,
  type RefusalReason,
} from '@plumbline/contract'
import { cellText, isPlaceholder, isStorable, readYesNo } from './cell-text.ts'
import { issueOf } from './issue.ts'
import { readDate } from './read-date.ts'
import { readInterval, wholeNumber } from './read-interval.ts'
import { labelOf } from './recognise-columns.ts'
import { readStatus, saysReference } from './read-status.ts'

/** Texts that are copied into a body unchanged. */
const texts = [
  'manufacturer',
  'model',
  'serial_number',
  'category',
  'department',
  'place',
  'unit_of_measure',
  'tolerance_spec',
  'method',
  'notes',
] as const satisfies ImportField[]

/** Fields in which a placeholder means that there is no value. */
const BLANKABLE: ReadonlySet<ImportField> = new Set(['serial_number', 'manufacturer', 'model', 'responsible'])

/** The values of an instrument that a row states; absent members are not stated. */
export interface ReadRow {
  readonly row: number
  /** Its texts, by column. */
  readonly cells: Readonly<Record<string, string>>
  readonly assetTag: string
  readonly name: string | undefined
  readonly texts: Readonly<Partial<Record<(typeof texts)[number], string>>>
  readonly site: string | undefined
  readonly location: string | undefined
  /** Undefined if there is no such column, or for an unknown word. */
  readonly status: InstrumentStatus | undefined
  readonly statusWord: string | undefined
  readonly interval: { readonly value: number; readonly unit: IntervalUnit } | 'missing' | undefined
  readonly graceDays: number | undefined
  readonly isReferenceStandard: boolean | undefined
  /** Name or email address of the responsible person. */
  readonly responsible: string | undefined
  /** YYYY-MM-DD. */
  readonly lastCalibration: string | undefined
  readonly dueDate: string | undefined
  readonly customFields: Readonly<Record<string, string>>
  readonly errors: readonly ImportIssue[]
  readonly warnings: readonly ImportIssue[]
}

/** How rows of a file are read. */
export interface RowReading {
  readonly columns: readonly ImportColumn[]
  readonly unixSeconds: boolean
  readonly options: Pick<ImportOptions, 'date_order' | 'without_interval' | 'normalise_intervals'>
}

/** Reads a row; undefined for an empty one. @param row its line in the sheet, from 1 */
export function readRow(cells: readonly string[], row: number, reading: RowReading): ReadRow | undefined {
  if (isBlankRow(cells)) return undefined
  return new RowReader(cells, row, reading).read()
}

/** Whether a row is empty. */
export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cellText(cell) === '')
}

class RowReader {
  readonly #row: number
  readonly #cells: Record<string, string> = {}
  readonly #reading: RowReading
  readonly #values = new Map<ImportField, string>()
  readonly #names = new Map<ImportField, string>()
  readonly #customFields: Record<string, string> = {}
  readonly #errors: ImportIssue[] = []
  readonly #warnings: ImportIssue[] = []

  constructor(cells: readonly string[], row: number, reading: RowReading) {
    this.#row = row
    this.#reading = reading
    for (const [at, { column, target }] of reading.columns.entries()) {
      const text = cellText(cells[at])
      if (text !== '') this.#cells[column] = text
      if (target === 'ignore') continue
      if (!isStorable(cells[at])) {
        this.#errors.push(issueOf({ row, column, value: text }, because('field.invalid_text')))
      }
      if (target === 'custom_field') {
        if (text !== '') this.#customFields[labelOf(column)] = text
        continue
      }
      const field = target as ImportField // Columns of a register go to no field of another kind of file.
      this.#names.set(field, column)
      this.#values.set(field, BLANKABLE.has(field) && isPlaceholder(text) ? '' : text)
    }
  }

  read(): ReadRow {
    const assetTag = this.#text('asset_tag') || this.#text('asset_tag_alternative')
    if (assetTag === '') this.#fail('asset_tag', because('import.tag_missing'))
    if (this.#text('asset_tag') !== '') this.#keep('asset_tag_alternative')
    const { status, interval } = this.#schedule()
    return {
      row: this.#row,
      cells: this.#cells,
      assetTag,
      name: this.#text('name') || undefined,
      texts: Object.fromEntries(
        texts.flatMap((name) => (this.#text(name) === '' ? [] : [[name, this.#text(name)]])),
      ),
      site: this.#text('site') || undefined,
      location: this.#text('location') || undefined,
      status,
      statusWord: this.#text('status') || undefined,
      interval,
      graceDays: this.#number('grace_days'),
      isReferenceStandard: this.#yesNo('is_reference_standard'),
      responsible: this.#text('responsible') || undefined,
      lastCalibration: this.#date('last_calibration_date'),
      dueDate: this.#date('due_date'),
      customFields: this.#customFields,
      errors: this.#errors,
      warnings: this.#warnings,
    }
  }

  #text(field: ImportField): string {
    return this.#values.get(field) ?? ''
  }

  #fail(field: ImportField, reason: RefusalReason): void {
    this.#errors.push(issueOf(this.#cell(field), reason))
  }

  #cell(field: ImportField) {
    return { row: this.#row, column: this.#names.get(field), value: this.#values.get(field) }
  }

  /** Keeps a value that cannot be used otherwise as a custom field with the name of its column. */
  #keep(field: ImportField): void {
    const [name, text] = [this.#names.get(field), this.#text(field)]
    if (name !== undefined && text !== '') this.#customFields[name] = text
  }

  /** Status and interval depend on each other: instruments that need no calibration have no interval. */
  #schedule(): Pick<ReadRow, 'status' | 'interval'> {
    const word = this.#text('status')
    const status = word === '' ? undefined : readStatus(word)
    if (word !== '' && status === undefined) {
      this.#warnings.push(issueOf(this.#cell('status'), because('import.status_unknown')))
      this.#keep('status')
    }
    const interval = this.#interval()
    if (typeof interval === 'object') return { status, interval }
    if (interval === 'unreadable') {
      this.#fail('calibration_interval_value', because('import.interval_unreadable'))
      return { status, interval: undefined }
    }
    const isReference = interval === 'reference' || saysReference(word)
    const chosen = this.#reading.options.without_interval === 'reference_only' && status !== 'retired'
    if (isReference || chosen) return { status: 'REFERENCE_ONLY', interval: undefined }
    return { status, interval: status === 'retired' ? undefined : 'missing' }
  }

  #interval() {
    return readInterval(
      {
        value: this.#text('calibration_interval_value'),
        unit: this.#text('calibration_interval_unit'),
        years: this.#text('interval_years'),
        months: this.#text('interval_months'),
        days: this.#text('interval_days'),
      },
      this.#reading.options.normalise_intervals ?? false,
    )
  }

  #number(field: ImportField): number | undefined {
    const text = this.#text(field)
    if (text === '') return undefined
    const number = wholeNumber(text)
    if (number === undefined) this.#fail(field, because('import.number_unreadable'))
    return number
  }

  #yesNo(field: ImportField): boolean | undefined {
    const text = this.#text(field)
    if (text === '') return undefined
    const value = readYesNo(text)
    if (value === undefined) this.#fail(field, because('import.yes_no_unreadable'))
    return value
  }

  #date(field: ImportField): string | undefined {
    const text = this.#text(field)
    if (text === '' || isPlaceholder(text)) return undefined
    const read = readDate(text, this.#reading.options.date_order, this.#reading.unixSeconds)
    if ('date' in read) return read.date
    this.#fail(field, because(`import.date_${read.fault}`))
    return undefined
  }
}
