import type { CanonicalValue } from '../rules/canonical-json.ts'
import type { EntryPayload } from '../rules/entry.ts'
import type { EntryKind } from '../rules/entry-kind.ts'
import { sameValue } from '../rules/same-value.ts'

/** How entries record a field, where the name of its column does not say all of it. */
export interface RecordedField<Column extends string = string> {
  readonly column: Column
  /** The member of the payload; the name of the column unless it is given. */
  readonly member?: string
  /** The first version of the payload that has it; 1 unless it is given. */
  readonly since?: number
  /** Its value where an older entry lacks it: the one that its migration gave to the rows that there were. Null unless it is given. */
  readonly otherwise?: CanonicalValue
}

/** Recorded fields by their names in code: a column, or a declaration that says more. */
export type FieldTable = Readonly<Record<string, string | RecordedField>>

/** The columns of recorded fields, by the same names. */
export type ColumnsOf<Table extends FieldTable> = {
  readonly [Name in keyof Table]: Table[Name] extends RecordedField<infer Column> ? Column : Table[Name]
}

/** The columns of recorded fields, by the names of the fields. */
export function columnsOf<const Table extends FieldTable>(table: Table): ColumnsOf<Table> {
  const columns = Object.entries(table).map(([name, field]) => [name, declared(field).column])
  return Object.fromEntries(columns) as ColumnsOf<Table>
}

/** The columns of recorded fields, in their order. */
export function columnNames(table: FieldTable): string[] {
  return Object.values(table).map((field) => declared(field).column)
}

/** Of columns with their values, those of a table of fields. */
export function columnsIn(table: FieldTable, columns: Members): Record<string, unknown> {
  return Object.fromEntries(columnNames(table).map((column) => [column, columns[column]]))
}

/** Fields without some of them, by their names in code. */
export function fieldsWithout<Table extends FieldTable, Name extends keyof Table>(
  table: Table,
  ...names: Name[]
): Omit<Table, Name> {
  const left = Object.entries(table).filter(([name]) => !(names as PropertyKey[]).includes(name))
  return Object.fromEntries(left) as Omit<Table, Name>
}

/** Where a payload is of a later version than the first, it says so in this member. */
export const PAYLOAD_VERSION = 'payload_version'

type Members = Readonly<Record<string, unknown>>

/** The payload of some kinds of entries: which fields of a resource it records, and since when. */
export interface PayloadForm<Table extends FieldTable> {
  readonly kinds: readonly EntryKind[]
  readonly fields: Table
  /** The member that holds the fields, where the payload itself does not. */
  readonly within?: string
}

/** A row of the recorded fields; those that were added later may be missing. */
type RecordedRow<Table extends FieldTable> = { readonly [Name in keyof Table]?: CanonicalValue | undefined }

/**
 * Writes and reads payloads of some kinds of entries. Entries are never rewritten: those of older versions are brought
 * to the present one as they are read, so that no other code need know that there were others.
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

  /** What entries record of a row, by the members of the payload. A later field that the row lacks is `otherwise`. */
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

  /** The payload of a new entry. */
  write(row: RecordedRow<Table>): EntryPayload {
    const fields = this.fields(row)
    return {
      ...(this.#within === undefined ? fields : { [this.#within]: fields }),
      ...(this.version > FIRST_VERSION && { [PAYLOAD_VERSION]: this.version }),
    }
  }

  /** The payload as the present version has it. Throws for one that this program cannot read. */
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

  /** The recorded columns of an upcast payload. Throws where one is missing. */
  columns(payload: unknown): Record<string, unknown> {
    const found = this.#fieldsIn(payload as Members)
    const columns: Record<string, unknown> = {}
    for (const { column, member } of this.#fields) {
      if (!Object.hasOwn(found, member)) throw new Error(`it does not record ${member}`)
      columns[column] = found[member]
    }
    return columns
  }

  /** Whether a row has the recorded columns of an upcast payload; false too where the payload lacks one. */
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

/** Brings payloads of every kind of entry to their present versions; kinds without a declared form stay as they are. */
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
