import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** How often a page polls the progress of an import. */
const ASK_EVERY_MS = 500

/** An import, polled until it has ended. */
export const importQuery = (workspaceId: string, importId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'imports', importId],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getImport({ params: { import_id: importId }, signal }),
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data && state.data.finished_at === null ? ASK_EVERY_MS : false),
  })

/** The first rows of an import that has ended, with the result of each. */
export const importRowsQuery = (workspaceId: string, importId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'imports', importId, 'rows'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listImportRows({
        params: { import_id: importId },
        query: { part: 0 },
        signal,
      }),
    staleTime: Infinity,
  })
