import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { TableView } from '@plumbline/contract'
import { viewsQuery } from '../../../queries/views.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import type { InstrumentSearch } from '../instrument-search.ts'
import { isBare, searchOf } from './view-state.ts'

/** The views of the table, the one that is open, and how to open another. */
export interface Views {
  readonly all: readonly TableView[]
  readonly open: TableView | undefined
  /** Undefined: the whole register. */
  readonly show: (view: TableView | undefined) => void
  /** Whether it is not known yet which view the table begins with. */
  readonly isDeciding: boolean
}

/** Loads the views, and applies the user's default view if the URL has no filters. */
export function useViews(search: InstrumentSearch): Views {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate({ from: '/w/$workspaceId/instruments' })
  const { data, isPending } = useQuery(viewsQuery(workspaceId))
  const first = isBare(search) ? data?.find((view) => view.is_default) : undefined
  const go = (view: TableView | undefined, replace: boolean) =>
    void navigate({ search: (present) => searchOf(view, present) as never, replace })
  const begin = useEffectEvent((view: TableView) => go(view, true))
  useEffect(() => {
    if (first) begin(first)
  }, [first])
  return {
    all: data ?? [],
    open: data?.find(({ id }) => id === search.view),
    show: (view) => go(view, false),
    isDeciding: isBare(search) && (isPending || first !== undefined),
  }
}
