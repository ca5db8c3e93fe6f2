import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AppDocument, DocumentRecord, Page } from '@plumbline/contract'
import { everyRow, workspaceApi, type Query } from '../api.ts'

/** The documents of an instrument, archived ones only when asked for. */
export const documentsOfQuery = (workspaceId: string, instrumentId: string, withArchived = false) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'documents', withArchived],
    queryFn: () =>
      everyRow<DocumentRecord>(workspaceApi(workspaceId), `/instruments/${instrumentId}/documents`, {
        include: withArchived ? 'archived' : undefined,
      }),
  })

/** A page of the documents of all instruments; the page before stays in view while the next one comes. */
export const documentsQuery = (workspaceId: string, query: Query) =>
  queryOptions({
    queryKey: [workspaceId, 'documents', 'list', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).get<Page<AppDocument>>('/documents', query, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
