import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** The number of calibrations due in each month. */
export const dueForecastQuery = (workspaceId: string, query: QueryOf<'getDueForecast'>) =>
  queryOptions({
    queryKey: [workspaceId, 'reports', 'due-forecast', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getDueForecast({ query, signal }),
    placeholderData: keepPreviousData,
  })

/** The number of calibrations performed on time. */
export const timelinessQuery = (workspaceId: string, query: QueryOf<'getTimelinessReport'>) =>
  queryOptions({
    queryKey: [workspaceId, 'reports', 'timeliness', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getTimelinessReport({ query, signal }),
    placeholderData: keepPreviousData,
  })

/** Out-of-tolerance results. */
export const toleranceQuery = (workspaceId: string, query: QueryOf<'getToleranceReport'>) =>
  queryOptions({
    queryKey: [workspaceId, 'reports', 'tolerance', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getToleranceReport({ query, signal }),
    placeholderData: keepPreviousData,
  })

/** Findings, open and closed, with their ages. */
export const findingReportQuery = (workspaceId: string, query: QueryOf<'getFindingReport'>) =>
  queryOptions({
    queryKey: [workspaceId, 'reports', 'findings', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getFindingReport({ query, signal }),
    placeholderData: keepPreviousData,
  })

/** How long providers keep instruments. */
export const turnaroundQuery = (workspaceId: string, query: QueryOf<'getTurnaroundReport'>) =>
  queryOptions({
    queryKey: [workspaceId, 'reports', 'turnaround', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getTurnaroundReport({ query, signal }),
    placeholderData: keepPreviousData,
  })
