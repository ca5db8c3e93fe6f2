import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AppInstrument, Page } from '@plumbline/contract'
import { workspaceApi, type Query } from '../api.ts'

/** Filters of the instrument list, as the app API takes them. */
export interface InstrumentFilters {
  q?: string | undefined
  status?: string | undefined
  compliance_status?: string | undefined
  site_id?: string | undefined
  location_id?: string | undefined
  next_due_before?: string | undefined
  is_quarantined?: 'true' | undefined
  include?: 'retired' | undefined
  sort?: string | undefined
}

/** One page of instruments; the page before stays in view while the next one comes. */
export const instrumentsQuery = (
  workspaceId: string,
  filters: InstrumentFilters,
  { limit, offset }: { limit: number; offset: number },
) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', 'list', filters, limit, offset],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).get<Page<AppInstrument>>(
        '/instruments',
        { ...(filters as Query), limit, offset },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

/** An instrument and the version it was read in. */
export interface ReadInstrument {
  instrument: AppInstrument
  etag: string | null
}

export const instrumentQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId],
    queryFn: async ({ signal }): Promise<ReadInstrument> => {
      const answer = await workspaceApi(workspaceId).read<AppInstrument>(
        `/instruments/${instrumentId}`,
        signal,
      )
      return { instrument: answer.body, etag: answer.etag }
    },
  })

/** As many reference standards as a drop-down can show. */
const STANDARDS_SHOWN = 8

/** Reference standards by what was typed. */
export const referenceStandardsQuery = (workspaceId: string, words: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', 'standards', words],
    queryFn: async ({ signal }) => {
      const { data } = await workspaceApi(workspaceId).get<Page<AppInstrument>>(
        '/instruments',
        { is_reference_standard: 'true', q: words, limit: STANDARDS_SHOWN },
        signal,
      )
      return data
    },
    placeholderData: keepPreviousData,
  })
