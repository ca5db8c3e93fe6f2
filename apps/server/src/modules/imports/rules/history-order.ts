import { POINT_RECORD_COLUMN } from '@plumbline/contract'
import type { HistoryRow } from './history-row.ts'
import { instantOf } from './instant-of.ts'

/** A row whose turn has not come yet, as its line and the JSON of its cells: reading it takes several times the memory. */
export interface WaitingRow {
  readonly row: number
  readonly cells: string
}

/** The rows of one calibration, in the order of the file. */
interface Group {
  readonly rows: WaitingRow[]
  /** When it was performed; empty if unknown. */
  readonly at: string
  hasErrors: boolean
}

/**
 * Groups the rows of one calibration, and orders the groups by time of performance. Rows belong together if instrument,
 * time and certificate number are the same, and the record that our exports name, even if other cells cannot be read. Records with the same time remain in the
 * order of the file, records with errors come first, and a row without instrument or time is a record by itself.
 */
export class HistoryOrder {
  readonly #timeZone: string
  readonly #groups = new Map<string, Group>()
  /** Instants by the times that rows state. Most rows of a history share their day with others. */
  readonly #instants = new Map<string, string>()

  /** @param timeZone time zone in which a day means noon */
  constructor(timeZone: string) {
    this.#timeZone = timeZone
  }

  add({ row, texts, performed, point, errors }: HistoryRow, cells: readonly string[]): void {
    const { asset_tag: tag, serial_number: serial, certificate_number: certificate } = texts
    const isPlaced = (tag ?? serial) !== undefined && performed !== undefined
    const ofRecord = point?.[POINT_RECORD_COLUMN]
    const key = JSON.stringify(
      isPlaced ? [tag ?? null, tag ?? serial, performed, certificate, ofRecord] : [row],
    )
    const group = this.#groups.get(key) ?? { rows: [], at: this.#instantOf(performed), hasErrors: false }
    group.rows.push({ row, cells: JSON.stringify(cells) })
    group.hasErrors ||= errors.length > 0
    this.#groups.set(key, group)
  }

  /** Returns the rows of each record, in order, and forgets them. */
  take(): (readonly WaitingRow[])[] {
    const groups = [...this.#groups.values()]
    this.#groups.clear()
    return groups.toSorted(byPerformance).map(({ rows }) => rows)
  }

  #instantOf(performed: string | undefined): string {
    if (performed === undefined) return ''
    const instant = this.#instants.get(performed) ?? instantOf(performed, this.#timeZone)
    this.#instants.set(performed, instant)
    return instant
  }
}

/** Leaves groups of the same time as they are, which is the order of their first rows. */
function byPerformance(a: Group, b: Group): number {
  const [first, second] = [a, b].map(({ at, hasErrors }) => (hasErrors ? '' : at)) as [string, string]
  return Number(first > second) - Number(first < second)
}
