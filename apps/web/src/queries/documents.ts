import { queryOptions } from '@tanstack/react-query'
import type { DocumentRecord } from '@plumbline/contract'
import { everyRow, workspaceApi } from '../api.ts'

/** The documents of an instrument, archived ones only when asked for. */
export const documentsOfQuery = (workspaceId: string, instrumentId: string, withArchived = false) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'documents', withArchived],
    queryFn: () =>
      everyRow<DocumentRecord>(workspaceApi(workspaceId), `/instruments/${instrumentId}/documents`, {
        include: withArchived ? 'archived' : undefined,
      }),
  })
