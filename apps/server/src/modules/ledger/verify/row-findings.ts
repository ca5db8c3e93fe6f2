import type { DifferingRows } from '../projection/differing-rows.ts'
import type { DifferingRow, Findings, RowFault } from '../projection/projection.ts'

/** Maximum number of differing rows in a report; if there are more, repair starts with these. */
const FAULTS_REPORTED_MAX = 20

/** The findings of comparing the tables. */
export class RowFindings implements Findings {
  readonly #differing: DifferingRows | undefined
  #compared = 0
  #count = 0
  #first: RowFault[] = []

  /** @param differing collects the rows that differ; if omitted, only their faults are reported */
  constructor(differing?: DifferingRows) {
    this.#differing = differing
  }

  differs(row: DifferingRow): void {
    this.#differing?.put(row)
  }

  async restart(table: string, rowIds?: readonly string[]): Promise<void> {
    await this.#differing?.forget(table, rowIds)
  }

  async settle(): Promise<void> {
    await this.#differing?.settle()
  }

  compared(rows: number): void {
    this.#compared += rows
  }

  fault(fault: RowFault): void {
    this.#count += 1
    this.#first.push(fault)
    if (this.#first.length > 2 * FAULTS_REPORTED_MAX) this.#first = this.#inOrder()
  }

  summary(): { rowsCompared: number; rowFaultCount: number; rowFaults: RowFault[] } {
    return { rowsCompared: this.#compared, rowFaultCount: this.#count, rowFaults: this.#inOrder() }
  }

  #inOrder(): RowFault[] {
    return this.#first.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, FAULTS_REPORTED_MAX)
  }
}

/** Rows that no entry creates come last. */
function placeOf({ index }: RowFault): number {
  return index ?? Number.POSITIVE_INFINITY
}
