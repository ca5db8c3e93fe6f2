import { useCallbackRef } from '@mantine/hooks'
import { useMemo, useState, type ClipboardEvent } from 'react'
import { MEASUREMENTS_MAX } from '@plumbline/contract'
import { cellOf, type PointKeys } from './grid-keys.ts'
import { readBlock, withBlock, withCell, withSameAsFound, type PastedPoints } from './pasted-block.ts'
import { duplicateOf, isRead, ownEntry, hasContent, type PointEntry } from './point-entry.ts'
import type { PointActions } from './point-actions.ts'
import { cellId } from './reading-cells.tsx'
import type { FormPoints } from './use-form-points.ts'

/** The part of a pasted block that went into no point. */
export type LeftOver = Omit<PastedPoints, 'entries'>

/** The actions on the points of a form, and the state of them that the page shows. */
export interface PointsInHand {
  readonly actions: PointActions
  readonly keys: PointKeys
  /** The point whose details are shown. */
  readonly openKey: string | null
  /** The part of the last pasted block that went into no point. */
  readonly leftOver: LeftOver
  readonly dismissLeftOver: () => void
  readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void
  readonly add: () => PointEntry
  readonly sameAsFoundForAll: () => void
  /** The same for points within tolerance only; then moves to the first other point without an as-left reading. */
  readonly sameAsFoundInTolerance: () => void
  /** Number of points whose as-found readings the last action copied to as left; null if it was another action. */
  readonly filledAt: number | null
}

/** Actions with a stable identity, so that unchanged rows are not rendered again. */
export function usePointActions(points: FormPoints, unit: string): PointsInHand {
  const change = useCallbackRef((key: string, changed: (entry: PointEntry) => PointEntry | null) =>
    points.change(points.entries.flatMap((entry) => (entry.key === key ? (changed(entry) ?? []) : [entry]))),
  )
  const arrange = useCallbackRef((arranged: (entries: readonly PointEntry[]) => readonly PointEntry[]) =>
    points.change(arranged(points.entries)),
  )
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [leftOver, setLeftOver] = useState<LeftOver>(NOTHING_LEFT_OVER)
  const [filledAt, setFilledAt] = useState<number | null>(null)
  const fill = (entries: readonly PointEntry[], chosen: (row: number) => boolean) => {
    const changed = entries.map((entry, row) => (chosen(row) ? sameWhereNothingStands(entry) : entry))
    setFilledAt(changed.filter((entry, row) => entry !== entries[row]).length)
    points.change(changed)
  }
  const actions = useMemo(
    () => ({
      ...changesBy(change),
      ...arrangesBy(arrange),
      onMore: (key: string) => setOpenKey((open) => (open === key ? null : key)),
    }),
    [change, arrange],
  )
  return {
    actions,
    keys: {
      onMore: (row) => actions.onMore(points.entries[row]!.key),
      onText: ({ row, column }, text) => actions.onText(points.entries[row]!.key, column, text),
      onOpenLeft: (row) => openLeft(points.entries[row]!, actions),
      onSameAsFound: (row) => fill(points.entries, (index) => index === row),
      onSameAsFoundAll: () => fill(points.entries, () => true),
    },
    filledAt,
    openKey,
    leftOver,
    dismissLeftOver: () => setLeftOver(NOTHING_LEFT_OVER),
    onPaste: (event) => setLeftOver(paste(event, points, unit) ?? leftOver),
    add: () => {
      const added = ownEntry(points.entries.at(-1), unit)
      points.change([...points.entries, added])
      return added
    },
    sameAsFoundForAll: () => fill(points.entries, () => true),
    sameAsFoundInTolerance: () => {
      const verdictAt = (row: number) => points.results[row]?.measurement?.as_found?.verdict
      fill(points.entries, (row) => verdictAt(row) === 'in')
      const asked = points.entries.find((entry, row) => verdictAt(row) === 'out' && !hasContent(entry.left))
      if (asked !== undefined) focusLeft(asked)
    },
  }
}

const NOTHING_LEFT_OVER: LeftOver = { refused: [], columnsLeftOut: [] }

/** Opens the as-left readings of a point, and moves to the first of them once it is rendered. */
function openLeft(entry: PointEntry, actions: PointActions): void {
  actions.onOpenLeft(entry.key)
  focusLeft(entry)
}

function focusLeft({ key }: PointEntry): void {
  requestAnimationFrame(() => document.getElementById(cellId(key, 'left.0'))?.focus())
}

/** Changes one point, or removes it if the change returns null. */
type Change = (key: string, changed: (entry: PointEntry) => PointEntry | null) => void

function changesBy(change: Change): Omit<PointActions, 'onMore' | 'onDuplicate' | 'onMove'> {
  return {
    onText: (key, column, text) => change(key, (entry) => withCell(entry, column, text)),
    onEntry: (changed) => change(changed.key, () => changed),
    onRemove: (key) => change(key, () => null),
    onSameAsFound: (key) => change(key, withSameAsFound),
    onOpenLeft: (key) => change(key, (entry) => ({ ...entry, leftOpen: true })),
  }
}

function arrangesBy(
  arrange: (arranged: (entries: readonly PointEntry[]) => readonly PointEntry[]) => void,
): Pick<PointActions, 'onDuplicate' | 'onMove'> {
  return {
    onDuplicate: (key) =>
      arrange((entries) =>
        entries.length >= MEASUREMENTS_MAX
          ? entries
          : entries.flatMap((entry) => (entry.key === key ? [entry, duplicateOf(entry)] : [entry])),
      ),
    onMove: (key, places) =>
      arrange((entries) => {
        const from = entries.findIndex((entry) => entry.key === key)
        const others = entries.toSpliced(from, 1)
        const to = Math.min(Math.max(from + places, 0), others.length)
        return others.toSpliced(to, 0, entries[from]!)
      }),
  }
}

/** Pastes a block into the cells; returns null if the clipboard contains none. */
function paste(event: ClipboardEvent<HTMLElement>, points: FormPoints, unit: string): LeftOver | null {
  const cell = cellOf(event.target)
  const block = readBlock(event.clipboardData.getData('text/plain'))
  if (cell === null || block === null) return null
  event.preventDefault()
  const { entries, ...leftOver } = withBlock(points.entries, block, cell, (previous) =>
    ownEntry(previous, unit),
  )
  points.change(entries)
  return leftOver
}

function sameWhereNothingStands(entry: PointEntry): PointEntry {
  return hasContent(entry.left) || !isRead(entry.found) ? entry : withSameAsFound(entry)
}
