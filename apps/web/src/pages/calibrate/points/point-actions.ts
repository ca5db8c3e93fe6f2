import type { CellColumn } from './pasted-block.ts'
import type { PointEntry } from './point-entry.ts'

/** Actions on a point. */
export interface PointActions {
  readonly onText: (key: string, column: CellColumn, text: string) => void
  readonly onEntry: (entry: PointEntry) => void
  readonly onRemove: (key: string) => void
  /** Inserts a copy of the point below it, without readings. */
  readonly onDuplicate: (key: string) => void
  /** Moves it one row down or up. */
  readonly onMove: (key: string, places: 1 | -1) => void
  readonly onSameAsFound: (key: string) => void
  readonly onOpenLeft: (key: string) => void
  /** Shows or hides the details of a point. */
  readonly onMore: (key: string) => void
}
