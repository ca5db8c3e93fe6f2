import { useState } from 'react'

/** The selected rows of a table, across all pages. */
export interface RowSelection {
  /** IDs of individually selected rows, in order of selection. */
  readonly ids: ReadonlySet<string>
  /** Whether all rows that match the table's query are selected, on all pages. */
  readonly isAll: boolean
  readonly has: (id: string) => boolean
  /** Selects or deselects a row; `extend` sets all rows from the last one to the same state. */
  readonly toggle: (id: string, extend?: boolean) => void
  /** Selects or deselects all rows of the page. */
  readonly togglePage: (isChosen: boolean) => void
  readonly chooseAll: () => void
  readonly clear: () => void
}

interface Chosen {
  readonly of: string
  readonly ids: ReadonlySet<string>
  readonly isAll: boolean
  readonly last: string | undefined
}

/**
 * Manages the selection of rows.
 * @param pageIds IDs of the rows on the page, in order
 * @param of the query of the table; a different query starts with no selection
 */
export function useSelection(pageIds: readonly string[], of: string): RowSelection {
  const none: Chosen = { of, ids: new Set(), isAll: false, last: undefined }
  const [kept, keep] = useState<Chosen>(none)
  const chosen = kept.of === of ? kept : none
  // Deselecting a row while everything is selected continues with the rows of the current page.
  const ids = chosen.isAll ? new Set(pageIds) : chosen.ids
  const change = (names: readonly string[], isChosen: boolean, last?: string) => {
    const next = new Set(ids)
    for (const name of names) {
      if (isChosen) next.add(name)
      else next.delete(name)
    }
    keep({ of, ids: next, isAll: false, last })
  }
  const has = (id: string) => chosen.isAll || chosen.ids.has(id)
  return {
    ids: chosen.ids,
    isAll: chosen.isAll,
    has,
    toggle: (id, extend = false) => {
      const range = extend ? between(pageIds, chosen.last, id) : undefined
      if (range && chosen.last !== undefined) change(range, has(chosen.last), chosen.last)
      else change([id], !has(id), id)
    },
    togglePage: (isChosen) => change(pageIds, isChosen),
    chooseAll: () => keep({ of, ids: new Set(), isAll: true, last: undefined }),
    clear: () => keep(none),
  }
}

/** Returns the rows from one to another, both included; undefined if one of them is not on the page. */
function between(
  pageIds: readonly string[],
  from: string | undefined,
  to: string,
): readonly string[] | undefined {
  const places = [pageIds.indexOf(from ?? ''), pageIds.indexOf(to)].toSorted((a, b) => a - b)
  return places[0]! < 0 ? undefined : pageIds.slice(places[0], places[1]! + 1)
}
