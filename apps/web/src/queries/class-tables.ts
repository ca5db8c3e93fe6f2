import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** A page of the class tables of the workspace. */
export const classTablesQuery = (workspaceId: string, query: QueryOf<'listClassTables'>) =>
  queryOptions({
    queryKey: [workspaceId, 'class-tables', 'list', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listClassTables({ query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** All class tables from which points can be created. */
export const usableClassTablesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'class-tables', 'usable'],
    queryFn: () => workspaceApi(workspaceId).listClassTables.all({ query: {} }),
    staleTime: 0,
  })

/** A class table with its rows and its version. */
export const classTableQuery = (workspaceId: string, tableId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'class-tables', tableId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getClassTable.versioned({ params: { table_id: tableId }, signal }),
    staleTime: 0,
  })
