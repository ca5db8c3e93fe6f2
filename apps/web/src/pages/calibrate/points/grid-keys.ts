import type { KeyboardEvent } from 'react'
import { recordFieldId } from '../../../components/calibration-record/record-labels.ts'
import { wordOfKey } from './observed-keys.ts'
import type { CellColumn } from './pasted-block.ts'

/** Where a cell of the grid stands. */
export interface Cell {
  readonly row: number
  readonly column: CellColumn
}

/** The cell that an event comes from; null for one from elsewhere in the grid. */
export function cellOf(target: EventTarget): Cell | null {
  if (!(target instanceof HTMLInputElement)) return null
  const { row, cell } = target.dataset
  return row === undefined || cell === undefined ? null : { row: Number(row), column: cell as CellColumn }
}

/** What keys do beside moving, at the point in a row. */
export interface PointKeys {
  readonly onMore: (row: number) => void
  readonly onText: (cell: Cell, text: string) => void
  readonly onOpenLeft: (row: number) => void
  readonly onSameAsFound: (row: number) => void
  readonly onSameAsFoundAll: () => void
}

/**
 * Keys that do something with points, from any of their cells: F2 shows what else a point says, F8 goes to its readings as
 * left, the equals sign has it as left as it was found, Shift+F8 all points. None of them belongs to a browser, a screen
 * reader or a number. Returns whether the key was one of them.
 */
export function onPointKey(event: KeyboardEvent<HTMLElement>, keys: PointKeys): boolean {
  const cell = cellOf(event.target)
  if (cell === null || event.ctrlKey || event.metaKey || event.altKey) return false
  const { key, shiftKey } = event
  const isOfNumber = cell.column.includes('.')
  if (key === 'F2' && !shiftKey) keys.onMore(cell.row)
  else if (key === 'F8' && shiftKey) keys.onSameAsFoundAll()
  else if (key === 'F8') keys.onOpenLeft(cell.row)
  else if (key === '=' && isOfNumber) keys.onSameAsFound(cell.row)
  else return false
  event.preventDefault()
  return true
}

/**
 * A letter in an empty cell enters a word in place of a number: G for GO, N for NO-GO, P for pass, F for fail, O for OL. Returns
 * whether the key was one of them.
 */
export function onWordKey(event: KeyboardEvent<HTMLElement>, keys: PointKeys): boolean {
  const cell = cellOf(event.target)
  if (cell === null || event.ctrlKey || event.metaKey || event.altKey || !cell.column.includes('.'))
    return false
  const word = (event.target as HTMLInputElement).value === '' ? wordOfKey(event.key) : null
  if (word === null) return false
  keys.onText(cell, word)
  event.preventDefault()
  return true
}

/**
 * Keys within the grid: Enter goes down to the same column of the next point, and from the last one on to what is left to
 * read and then to the result, and so does a word in place of a number. Arrow keys go down and up; the others are those of any point.
 * @param rows how many points there are
 */
export function onGridKey(event: KeyboardEvent<HTMLElement>, rows: number, keys: PointKeys): void {
  const cell = cellOf(event.target)
  if (cell === null || event.ctrlKey || event.metaKey || event.altKey || onPointKey(event, keys)) return
  const { key, currentTarget: grid } = event
  const goesOn = key === 'Enter' || onWordKey(event, keys)
  if (key === 'ArrowUp' || (key === 'Enter' && event.shiftKey)) focusFrom(grid, cell, -1, rows)
  else if (key === 'ArrowDown') focusFrom(grid, cell, 1, rows)
  else if (!goesOn) return
  // What a word calls for, as left of its point, stands there in the next frame.
  else if (!focusFrom(grid, cell, 1, rows)) requestAnimationFrame(() => focusOnward(grid))
  event.preventDefault()
}

/** Focuses the same column of the nearest point that has it; false where there is none. */
function focusFrom(grid: HTMLElement, { row, column }: Cell, step: 1 | -1, rows: number): boolean {
  for (let at = row + step; at >= 0 && at < rows; at += step) {
    const input = inputAt(grid, at, column)
    if (input) {
      focus(input)
      return true
    }
  }
  return false
}

/** The input of a column, or of a point with fewer readings the last one. */
function inputAt(grid: HTMLElement, row: number, column: CellColumn): HTMLInputElement | null {
  const [phase, place] = column.split('.')
  const exact = find(grid, row, column)
  if (exact !== null || place === undefined) return exact
  for (let fewer = Number(place) - 1; fewer >= 0; fewer--) {
    const input = find(grid, row, `${phase}.${fewer}`)
    if (input) return input
  }
  return null
}

function find(grid: HTMLElement, row: number, column: string): HTMLInputElement | null {
  return grid.querySelector(`input[data-row="${row}"][data-cell="${column}"]`)
}

/** To the first reading as left that is asked for and missing, then to the result. */
function focusOnward(grid: HTMLElement): void {
  const asked = [...grid.querySelectorAll<HTMLInputElement>('input[data-cell="left.0"]')]
  const empty = asked.find(({ value }) => value === '')
  if (empty) focus(empty)
  else document.getElementById(recordFieldId('result'))?.focus()
}

function focus(input: HTMLInputElement): void {
  input.focus()
  input.select()
}
