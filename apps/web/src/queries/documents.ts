import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** The documents of an instrument, including archived ones only if requested. */
export const documentsOfQuery = (workspaceId: string, instrumentId: string, withArchived = false) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'documents', withArchived],
    queryFn: () =>
      workspaceApi(workspaceId).listInstrumentDocuments.all({
        params: { instrument_id: instrumentId },
        query: { include: withArchived ? 'archived' : undefined },
      }),
  })

/** A page of the documents of all instruments; the previous page is shown while the next one loads. */
export const documentsQuery = (workspaceId: string, query: QueryOf<'listDocuments'>) =>
  queryOptions({
    queryKey: [workspaceId, 'documents', 'list', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listDocuments({ query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The documents of an instrument that describe how it is calibrated; its key is below that of the instrument. */
export const instructionsOfQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'documents', 'instructions'],
    queryFn: () =>
      workspaceApi(workspaceId).listDocuments.all({
        query: { instrument_id: instrumentId, document_type: 'procedure' },
      }),
  })
