import { useQueryClient, type QueryClient, type QueryFilters } from '@tanstack/react-query'
import { useEffect } from 'react'
import { liveAreas, type LiveArea } from '@plumbline/contract'
import { workspaceApi } from '../../api/index.ts'
import { SIGNED_IN_EVENT } from '../session.ts'
import { pacedReading } from './paced-reading.ts'
import { ChangeStream } from './change-stream.ts'

/** Query keys of lists and figures, below their workspace, with the areas they show. Initial values of forms are not included. */
const LISTS: readonly { key: readonly string[]; of: readonly LiveArea[] }[] = [
  { key: ['summary'], of: liveAreas },
  { key: ['first-steps'], of: liveAreas },
  { key: ['due'], of: ['instruments', 'calibrations', 'settings'] },
  { key: ['instruments', 'list'], of: ['instruments', 'calibrations', 'settings'] },
  { key: ['approvals'], of: ['instruments', 'calibrations', 'settings'] },
]

/** Query keys of settings that every page shows; longer keys that begin with these belong to forms. */
const SETTINGS = [['workspace'], ['sites'], ['locations']] as const

/** Updates the page with the changes of others while it is open. */
export function useLiveUpdates(workspaceId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const onChange = pacedReading<LiveArea>((areas) => readAgain(queries, workspaceId, areas))
    const url = (ageMs: number) => workspaceApi(workspaceId).watchChanges.url({ query: { age_ms: ageMs } })
    const stream = new ChangeStream({ url, onChange, openAfter: ['online', SIGNED_IN_EVENT] })
    stream.start()
    return () => stream.stop()
  }, [queries, workspaceId])
}

async function readAgain(
  queries: QueryClient,
  workspaceId: string,
  areas: ReadonlySet<LiveArea>,
): Promise<void> {
  const lists = LISTS.filter(({ of }) => of.some((area) => areas.has(area)))
  const wanted: QueryFilters[] = lists.map(({ key }) => ({ queryKey: [workspaceId, ...key] }))
  if (areas.has('settings')) {
    wanted.push(...SETTINGS.map((key) => ({ queryKey: [workspaceId, ...key], exact: true })))
  }
  await Promise.all(wanted.map((filters) => queries.invalidateQueries(filters)))
}
