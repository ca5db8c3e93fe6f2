import { useState } from 'react'

/** Which rows of a table are chosen, over all of its pages. */
export interface RowSelection {
  /** Chosen by hand, in the order of choosing. */
  readonly ids: ReadonlySet<string>
  /** Whether everything that the table's question finds is chosen, on all pages. */
  readonly isAll: boolean
  readonly has: (id: string) => boolean
  /** Chooses or lets go of a row; `extend` gives all rows from the last one on the same state. */
  readonly toggle: (id: string, extend?: boolean) => void
  /** Chooses or lets go of all rows of the page. */
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
 * Keeps which rows are chosen.
 * @param pageIds rows in view, in their order
 * @param of the query of the table: another one begins with nothing chosen
 */
export function useSelection(pageIds: readonly string[], of: string): RowSelection {
  const none: Chosen = { of, ids: new Set(), isAll: false, last: undefined }
  const [kept, keep] = useState<Chosen>(none)
  const chosen = kept.of === of ? kept : none
  // Anyone who lets go of a row while everything is chosen goes on from the page in view.
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

/** The rows from one to another, both with them; undefined where one of them is not in view. */
function between(
  pageIds: readonly string[],
  from: string | undefined,
  to: string,
): readonly string[] | undefined {
  const places = [pageIds.indexOf(from ?? ''), pageIds.indexOf(to)].toSorted((a, b) => a - b)
  return places[0]! < 0 ? undefined : pageIds.slice(places[0], places[1]! + 1)
}
