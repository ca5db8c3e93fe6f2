import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** What is read of findings stands below the records, which they follow: a change of these reads them again. */
const keyOf = (workspaceId: string) => [workspaceId, 'calibrations', 'findings'] as const

/** A page of findings, newest first; the page before stays in view while the next one comes. */
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

/** One finding with window, notes and how much it touches. */
export const findingQuery = (workspaceId: string, findingId: string) =>
  queryOptions({
    queryKey: [...keyOf(workspaceId), findingId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getFinding({ params: { finding_id: findingId }, signal }),
    staleTime: 0,
  })

/** A page of what a finding touches. */
export const touchedQuery = (workspaceId: string, findingId: string, query: QueryOf<'listFindingTouched'>) =>
  queryOptions({
    queryKey: [...keyOf(workspaceId), findingId, 'touched', query],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listFindingTouched({ params: { finding_id: findingId }, query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Where everything that is read of findings stands among what was read. */
export const findingsKey = keyOf
