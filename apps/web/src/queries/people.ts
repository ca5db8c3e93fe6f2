import { queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** Members who can be named as the person who performed a calibration. */
export const performersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'performers'],
    queryFn: () => workspaceApi(workspaceId).listPerformers.all(),
  })

/** Members whom a text can mention: those with access to a site; undefined: all who share a site with the person. */
export const mentionableQuery = (workspaceId: string, siteId: string | undefined) =>
  queryOptions({
    queryKey: [workspaceId, 'performers', siteId ?? null],
    queryFn: () =>
      workspaceApi(workspaceId).listPerformers.all(
        siteId === undefined ? {} : { query: { site_id: siteId } },
      ),
  })
