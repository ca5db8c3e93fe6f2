import type { Findings, RowFault } from './projection.ts'

/** So many differing rows are told of; who has more to mend begins with these. */
const FAULTS_TOLD_MAX = 20

/** What the comparison of tables found. */
export class RowFindings implements Findings {
  #compared = 0
  #count = 0
  #first: RowFault[] = []

  compared(rows: number): void {
    this.#compared += rows
  }

  fault(fault: RowFault): void {
    this.#count += 1
    this.#first.push(fault)
    if (this.#first.length > 2 * FAULTS_TOLD_MAX) this.#first = this.#inOrder()
  }

  summary(): { rowsCompared: number; rowFaultCount: number; rowFaults: RowFault[] } {
    return { rowsCompared: this.#compared, rowFaultCount: this.#count, rowFaults: this.#inOrder() }
  }

  #inOrder(): RowFault[] {
    return this.#first.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, FAULTS_TOLD_MAX)
  }
}

/** Rows that no entry tells of come last. */
function placeOf({ index }: RowFault): number {
  return index ?? Number.POSITIVE_INFINITY
}
