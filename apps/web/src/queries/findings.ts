import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** Keys of findings are below those of records, so that a change of records reloads them. */
const keyOf = (workspaceId: string) => [workspaceId, 'calibrations', 'findings'] as const

/** A page of findings, newest first; the previous page is shown while the next one loads. */
export const findingsQuery = (workspaceId: string, query: QueryOf<'listFindings'>) =>
  queryOptions({
    queryKey: [...keyOf(workspaceId), 'list', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listFindings({ query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The open findings of an instrument, or of the workspace; the newest is enough to link to them. */
export const openFindingsQuery = (workspaceId: string, instrumentId?: string) =>
  findingsQuery(workspaceId, { status: 'open', instrument_id: instrumentId, limit: 1 })

/** A finding with its period, its notes and the number of affected calibrations. */
export const findingQuery = (workspaceId: string, findingId: string) =>
  queryOptions({
    queryKey: [...keyOf(workspaceId), findingId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getFinding({ params: { finding_id: findingId }, signal }),
    staleTime: 0,
  })

/** A page of the calibrations affected by a finding. */
export const touchedQuery = (workspaceId: string, findingId: string, query: QueryOf<'listFindingTouched'>) =>
  queryOptions({
    queryKey: [...keyOf(workspaceId), findingId, 'touched', query],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listFindingTouched({ params: { finding_id: findingId }, query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The key of all queries about findings. */
export const findingsKey = keyOf
