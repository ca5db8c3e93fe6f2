import type { CanonicalValue } from '../rules/canonical-json.ts'
import type { EntryPayload } from '../rules/entry.ts'
import type { EntryKind } from '@plumbline/contract'
import { sameValue } from '../rules/same-value.ts'

/** How entries record a field, where that does not follow from the name of its column. */
export interface RecordedField<Column extends string = string> {
  readonly column: Column
  /** The member of the payload; defaults to the name of the column. */
  readonly member?: string
  /** The first version of the payload that contains it; defaults to 1. */
  readonly since?: number
  /** Its value if an older entry lacks it: the one that the migration assigned to existing rows. Defaults to null. */
  readonly otherwise?: CanonicalValue
}

/** Recorded fields by their names in code: either a column, or a declaration with more detail. */
export type FieldTable = Readonly<Record<string, string | RecordedField>>

/** The columns of recorded fields, keyed by the same names. */
export type ColumnsOf<Table extends FieldTable> = {
  readonly [Name in keyof Table]: Table[Name] extends RecordedField<infer Column> ? Column : Table[Name]
}

/** Returns the columns of recorded fields, by field name. */
export function columnsOf<const Table extends FieldTable>(table: Table): ColumnsOf<Table> {
  const columns = Object.entries(table).map(([name, field]) => [name, declared(field).column])
  return Object.fromEntries(columns) as ColumnsOf<Table>
}

/** Returns the column names of recorded fields, in order. */
export function columnNames(table: FieldTable): string[] {
  return Object.values(table).map((field) => declared(field).column)
}

/** Returns those of the given columns, with their values, that belong to a table of fields. */
export function columnsIn(table: FieldTable, columns: Members): Record<string, unknown> {
  return Object.fromEntries(columnNames(table).map((column) => [column, columns[column]]))
}

/** Returns fields without some of them, by their names in code. */
export function fieldsWithout<Table extends FieldTable, Name extends keyof Table>(
  table: Table,
  ...names: Name[]
): Omit<Table, Name> {
  const left = Object.entries(table).filter(([name]) => !(names as PropertyKey[]).includes(name))
  return Object.fromEntries(left) as Omit<Table, Name>
}

/** Member of the payload that states its version if it is later than the first. */
export const PAYLOAD_VERSION = 'payload_version'

type Members = Readonly<Record<string, unknown>>

/** The payload of certain kinds of entries: which fields of a resource it records, and since which version. */
export interface PayloadForm<Table extends FieldTable> {
  readonly kinds: readonly EntryKind[]
  readonly fields: Table
  /** The member that contains the fields, if they are not in the payload itself. */
  readonly within?: string
}

/** A row of the recorded fields; fields that were added later may be missing. */
type RecordedRow<Table extends FieldTable> = { readonly [Name in keyof Table]?: CanonicalValue | undefined }

/**
 * Writes and reads payloads of certain kinds of entries. Entries are never rewritten: older versions are converted to
 * the current one when read, so other code does not need to know about them.
 */
export class RecordedPayload<Table extends FieldTable = FieldTable> {
  readonly kinds: readonly EntryKind[]
  /** The version that is written. */
  readonly version: number
  readonly #fields: readonly DeclaredField[]
  readonly #within: string | undefined

  constructor({ kinds, fields, within }: PayloadForm<Table>) {
    this.kinds = kinds
    this.#fields = Object.entries(fields).map(([name, field]) => ({ name, ...declared(field) }))
    this.#within = within
    this.version = Math.max(FIRST_VERSION, ...this.#fields.map(({ since }) => since))
  }

  /**
   * Returns what entries record of a row, by payload member. A later field that the row lacks gets its `otherwise`
   * value.
   */
  fields(row: RecordedRow<Table>): Record<string, CanonicalValue> {
    const values: Readonly<Record<string, CanonicalValue | undefined>> = row
    return Object.fromEntries(
      this.#fields.map(({ name, member, since, otherwise }) => {
        const value = values[name]
        if (value === undefined && since === FIRST_VERSION)
          throw new Error(`${member} has no value to record`)
        return [member, value === undefined ? otherwise : value]
      }),
    )
  }

  /** Returns the payload of a new entry. */
  write(row: RecordedRow<Table>): EntryPayload {
    const fields = this.fields(row)
    return {
      ...(this.#within === undefined ? fields : { [this.#within]: fields }),
      ...(this.version > FIRST_VERSION && { [PAYLOAD_VERSION]: this.version }),
    }
  }

  /** Returns the payload converted to the current version. Throws if this program cannot read it. */
  upcast(payload: Members): Members {
    const { [PAYLOAD_VERSION]: version = FIRST_VERSION } = payload
    if (version === this.version) return payload
    if (typeof version !== 'number' || version > this.version) {
      throw new Error('a later release of this program recorded it')
    }
    const found = this.#fieldsIn(payload)
    const missing = this.#fields.filter(
      ({ since, member }) => since > version && !Object.hasOwn(found, member),
    )
    const filled = {
      ...found,
      ...Object.fromEntries(missing.map(({ member, otherwise }) => [member, otherwise])),
    }
    return this.#within === undefined ? filled : { ...payload, [this.#within]: filled }
  }

  /** Returns the recorded columns of an upcast payload. Throws if one is missing. */
  columns(payload: unknown): Record<string, unknown> {
    const found = this.#fieldsIn(payload as Members)
    const columns: Record<string, unknown> = {}
    for (const { column, member } of this.#fields) {
      if (!Object.hasOwn(found, member)) throw new Error(`it does not record ${member}`)
      columns[column] = found[member]
    }
    return columns
  }

  /** Whether a row matches the recorded columns of an upcast payload; also false if the payload lacks one. */
  isIn(payload: unknown, row: Members): boolean {
    const found = this.#fieldsIn(payload as Members)
    for (const { column, member } of this.#fields) {
      const recorded = found[member]
      if (recorded === undefined || !sameValue(recorded, row[column])) return false
    }
    return true
  }

  #fieldsIn(payload: Members): Members {
    return this.#within === undefined ? payload : (payload[this.#within] as Members)
  }
}

const FIRST_VERSION = 1

type DeclaredField = Required<RecordedField> & { readonly name: string }

function declared(field: string | RecordedField): Required<RecordedField> {
  const {
    column,
    member = column,
    since = FIRST_VERSION,
    otherwise = null,
  } = typeof field === 'string' ? { column: field } : field
  return { column, member, since, otherwise }
}

/**
 * Returns a function that converts payloads of every kind of entry to their current versions; kinds without a
 * declared form stay unchanged.
 */
export function upcasting(
  payloads: readonly RecordedPayload[],
): (kind: EntryKind, payload: unknown) => unknown {
  const byKind = new Map<EntryKind, RecordedPayload>()
  for (const payload of payloads) {
    for (const kind of payload.kinds) {
      if (byKind.has(kind)) throw new Error(`two forms are declared for payloads of ${kind}`)
      byKind.set(kind, payload)
    }
  }
  return (kind, payload) => byKind.get(kind)?.upcast(payload as Members) ?? payload
}
