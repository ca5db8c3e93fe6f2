import type { KeyboardEvent } from 'react'
import { recordFieldId } from '../../../components/calibration-record/record-labels.ts'
import { wordOfKey } from './observed-keys.ts'
import type { CellColumn } from './pasted-block.ts'

/** The position of a cell in the grid. */
export interface Cell {
  readonly row: number
  readonly column: CellColumn
}

/** Returns the cell of an event; null for an event from elsewhere in the grid. */
export function cellOf(target: EventTarget): Cell | null {
  if (!(target instanceof HTMLInputElement)) return null
  const { row, cell } = target.dataset
  return row === undefined || cell === undefined ? null : { row: Number(row), column: cell as CellColumn }
}

/** The key actions for the point in a row, except movement. */
export interface PointKeys {
  readonly onMore: (row: number) => void
  readonly onText: (cell: Cell, text: string) => void
  readonly onOpenLeft: (row: number) => void
  readonly onSameAsFound: (row: number) => void
  readonly onSameAsFoundAll: () => void
}

/**
 * Handles the keys for points from any of their cells: F2 shows the details of a point, F8 moves to its as-left readings, the
 * equals sign copies as found to as left, and Shift+F8 does so for all points. Browsers, screen readers and numbers use none
 * of these keys. Returns whether the key was one of them.
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
 * A letter in an empty cell enters a word instead of a number: G for GO, N for NO-GO, P for pass, F for fail, O for OL. Returns
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
 * Handles keys within the grid: Enter, like a word instead of a number, moves to the same column of the next point, and from
 * the last point to missing readings and then to the result. Arrow keys move up and down; the other keys are those of any
 * point.
 * @param rows number of points
 */
export function onGridKey(event: KeyboardEvent<HTMLElement>, rows: number, keys: PointKeys): void {
  const cell = cellOf(event.target)
  if (cell === null || event.ctrlKey || event.metaKey || event.altKey || onPointKey(event, keys)) return
  const { key, currentTarget: grid } = event
  const goesOn = key === 'Enter' || onWordKey(event, keys)
  if (key === 'ArrowUp' || (key === 'Enter' && event.shiftKey)) focusFrom(grid, cell, -1, rows)
  else if (key === 'ArrowDown') focusFrom(grid, cell, 1, rows)
  else if (!goesOn) return
  // The as-left cells that a word makes necessary are rendered in the next frame.
  else if (!focusFrom(grid, cell, 1, rows)) requestAnimationFrame(() => focusOnward(grid))
  event.preventDefault()
}

/** Focuses the same column of the nearest point that has it; returns false if there is none. */
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

/** Returns the input of a column; for a point with fewer readings, the last one. */
function inputAt(grid: HTMLElement, row: number, column: CellColumn): HTMLInputElement | null {
  const [phase, reading] = column.split('.')
  const exact = find(grid, row, column)
  if (exact !== null || reading === undefined) return exact
  for (let fewer = Number(reading) - 1; fewer >= 0; fewer--) {
    const input = find(grid, row, `${phase}.${fewer}`)
    if (input) return input
  }
  return null
}

function find(grid: HTMLElement, row: number, column: string): HTMLInputElement | null {
  return grid.querySelector(`input[data-row="${row}"][data-cell="${column}"]`)
}

/** Moves to the first missing as-left reading, and if there is none, to the result. */
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
