import { queryOptions } from '@tanstack/react-query'
import type { Performer } from '@plumbline/contract'
import { everyRow, workspaceApi } from '../api.ts'

/** Members who can be named as the one who performed a calibration. */
export const performersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'performers'],
    queryFn: () => everyRow<Performer>(workspaceApi(workspaceId), '/performers'),
  })
