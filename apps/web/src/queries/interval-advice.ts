import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** The interval that the records of an instrument suggest. Its key is below that of the instrument, whose changes affect it. */
export const instrumentAdviceQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'interval-advice'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getInstrumentIntervalAdvice({
        params: { instrument_id: instrumentId },
        signal,
      }),
    staleTime: 0,
  })

/** A page of groups with the intervals that their records suggest. */
export const intervalAdviceQuery = (workspaceId: string, query: QueryOf<'listIntervalAdvice'>) =>
  queryOptions({
    queryKey: [workspaceId, 'interval-advice', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listIntervalAdvice({ query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of the records behind the advice for a group. */
export const adviceRecordsQuery = (workspaceId: string, query: QueryOf<'listAdviceRecords'>) =>
  queryOptions({
    queryKey: [workspaceId, 'interval-advice', 'records', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listAdviceRecords({ query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
