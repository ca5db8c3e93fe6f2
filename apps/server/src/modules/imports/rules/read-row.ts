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
import {
  cellText,
  isPlaceholder,
  isSpreadsheetError,
  isStorable,
  lineText,
  readYesNo,
  UNCALCULATED_FORMULA,
} from './cell-text.ts'
import { issueOf } from './issue.ts'
import { isNoInstrument } from './no-instrument.ts'
import { readDate, saysNoDate } from './read-date.ts'
import { readInterval, saysNoInterval, wholeNumber } from './read-interval.ts'
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

/** Fields in which a placeholder is a value: a dash is the unit of ratios, and the others are prose. */
const AS_WRITTEN: ReadonlySet<ImportField> = new Set(['unit_of_measure', 'tolerance_spec', 'notes'])

/** Maximum length of what is shown of the cells beyond the columns. */
const BEYOND_SHOWN_MAX = 200

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
  /** Whether the row of our own export says that the last calibration failed. */
  readonly isQuarantined: boolean
  readonly customFields: Readonly<Record<string, string>>
  /** Whether it is a heading, a line of units, of totals or a note rather than an instrument. */
  readonly isNoInstrument: boolean
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
      const text = target === 'notes' ? cellText(cells[at]) : lineText(cells[at])
      if (text !== '') this.#cells[column] = text
      if (target === 'ignore') continue
      if (!isStorable(cells[at])) {
        this.#errors.push(issueOf({ row, column, value: text }, because('field.invalid_text')))
      }
      if (target === 'custom_field') {
        if (text !== '' && !this.#isError(column, text)) this.#customFields[labelOf(column)] = text
        continue
      }
      const field = target as ImportField // Columns of a register go to no field of another kind of file.
      this.#names.set(field, column)
      this.#values.set(field, this.#isBlank(field, text) ? '' : text)
    }
    const beyond = cells
      .slice(reading.columns.length)
      .map(lineText)
      .filter((text) => text !== '')
    if (beyond.length > 0) {
      const shown = beyond.join(', ').slice(0, BEYOND_SHOWN_MAX).toWellFormed()
      this.#warnings.push(issueOf({ row }, because('import.cells_beyond_columns', { cells: shown })))
    }
  }

  read(): ReadRow {
    const assetTag = this.#text('asset_tag') || this.#text('asset_tag_alternative')
    if (assetTag === '') this.#fail('asset_tag', because('import.tag_missing'))
    if (this.#text('asset_tag') !== '') this.#keep('asset_tag_alternative')
    const { status, interval } = this.#schedule()
    const lastCalibration = this.#date('last_calibration_date')
    return {
      row: this.#row,
      cells: this.#cells,
      isNoInstrument: this.#isNoInstrument(assetTag, typeof interval === 'object'),
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
      lastCalibration,
      dueDate: this.#date('due_date'),
      isQuarantined: this.#cells['is_quarantined']?.toLowerCase() === 'true',
      customFields: this.#customFields,
      errors: this.#errors,
      warnings: this.#warnings,
    }
  }

  #isNoInstrument(assetTag: string, hasInterval: boolean): boolean {
    const others = (['manufacturer', 'model', 'serial_number', 'last_calibration_date'] as const).map(
      (field) => this.#text(field),
    )
    return isNoInstrument({
      assetTag,
      tagColumn: this.#names.get('asset_tag') ?? '',
      name: this.#text('name'),
      others,
      hasInterval,
      first: Object.values(this.#cells)[0] ?? '',
      isTagAlone: assetTag !== '' && Object.keys(this.#cells).length === 1,
    })
  }

  /** A spreadsheet's error is no value either, which is an error only where a date must not be lost. */
  #isBlank(field: ImportField, text: string): boolean {
    if (!isSpreadsheetError(text)) return !AS_WRITTEN.has(field) && isPlaceholder(text)
    if (field === 'last_calibration_date' && text !== UNCALCULATED_FORMULA) return false
    return this.#isError(this.#names.get(field)!, text)
  }

  /** Whether a cell shows an error instead of a value, which is reported. The result of a formula must not be lost. */
  #isError(column: string, text: string): boolean {
    if (!isSpreadsheetError(text)) return false
    const cell = { row: this.#row, column, value: text }
    if (text === UNCALCULATED_FORMULA)
      this.#errors.push(issueOf(cell, because('import.formula_without_value')))
    else this.#warnings.push(issueOf(cell, because('import.spreadsheet_error')))
    return true
  }

  #text(field: ImportField): string {
    return this.#values.get(field) ?? ''
  }

  #fail(field: ImportField, reason: RefusalReason): void {
    this.#errors.push(issueOf(this.#cell(field), reason))
  }

  #cell(field: ImportField) {
    const column = this.#names.get(field)
    return { row: this.#row, column, value: column === undefined ? undefined : this.#cells[column] }
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
    if (interval === 'none' && saysNoInterval(this.#text('calibration_interval_value')))
      this.#keep('calibration_interval_value')
    if (typeof interval === 'object') return { status, interval }
    if (interval === 'unreadable' || interval === 'ambiguous') {
      this.#fail('calibration_interval_value', because(`import.interval_${interval}`))
      return { status, interval: undefined }
    }
    const words = [word, this.#text('last_calibration_date'), this.#text('due_date')]
    const isReference = interval === 'reference' || words.some(saysReference)
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
    if (text === '' || saysNoDate(text) || saysReference(text)) return undefined
    const read = readDate(text, this.#reading.options.date_order, this.#reading.unixSeconds)
    if ('date' in read) return read.date
    this.#fail(field, because(`import.date_${read.fault}`))
    return undefined
  }
}
