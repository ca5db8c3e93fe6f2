import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AppInstrument } from '@plumbline/contract'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** Filters of the instrument list, as query parameters of the app API. */
export type InstrumentFilters = Omit<QueryOf<'listInstruments'>, 'limit' | 'offset'>

/** A page of instruments; the previous page is shown while the next one loads. */
export const instrumentsQuery = (
  workspaceId: string,
  filters: InstrumentFilters,
  { limit, offset }: { limit: number; offset: number },
) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', 'list', filters, limit, offset],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listInstruments({ query: { ...filters, limit, offset }, signal }),
    placeholderData: keepPreviousData,
  })

/** The number of matching instruments, as the total of a page. */
export const instrumentCountQuery = (workspaceId: string, filters: InstrumentFilters) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', 'count', filters],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listInstruments({ query: { ...filters, limit: 1 }, signal }),
  })

/** An instrument and the version that was read. */
export interface ReadInstrument {
  instrument: AppInstrument
  etag: string | null
}

export const instrumentQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId],
    queryFn: async ({ signal }): Promise<ReadInstrument> => {
      const { body, etag } = await workspaceApi(workspaceId).getInstrument.versioned({
        params: { instrument_id: instrumentId },
        signal,
      })
      return { instrument: body, etag }
    },
  })

/** Maximum number of reference standards in a drop-down. */
const STANDARDS_SHOWN = 8

/** Reference standards that match the typed words. */
export const referenceStandardsQuery = (workspaceId: string, words: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', 'standards', words],
    queryFn: async ({ signal }) => {
      const { data } = await workspaceApi(workspaceId).listInstruments({
        query: { is_reference_standard: 'true', q: words, limit: STANDARDS_SHOWN },
        signal,
      })
      return data
    },
    placeholderData: keepPreviousData,
  })

/** Values of existing instruments, suggested when an instrument is entered. */
export const instrumentSuggestionsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', 'suggestions'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listInstrumentSuggestions({ signal }),
    staleTime: 60_000,
  })
