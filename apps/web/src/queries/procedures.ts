import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi, type QueryOf } from '../api/index.ts'

/** A page of procedures; the previous page is shown while the next one loads. */
export const proceduresQuery = (workspaceId: string, query: QueryOf<'listProcedures'>) =>
  queryOptions({
    queryKey: [workspaceId, 'procedures', 'list', query],
    queryFn: ({ signal }) => workspaceApi(workspaceId).listProcedures({ query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Every procedure that an instrument may follow. */
export const releasedProceduresQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'procedures', 'released'],
    queryFn: () => workspaceApi(workspaceId).listProcedures.all({ query: { status: 'released' } }),
    staleTime: 0,
  })

/** A procedure with the list of its revisions. */
export const procedureQuery = (workspaceId: string, procedureId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'procedures', procedureId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getProcedure({ params: { procedure_id: procedureId }, signal }),
    staleTime: 0,
  })

/** One revision with its version. */
export const revisionQuery = (workspaceId: string, procedureId: string, revision: number) =>
  queryOptions({
    queryKey: [workspaceId, 'procedures', procedureId, revision],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getProcedureRevision.versioned({
        params: { procedure_id: procedureId, revision: String(revision) },
        signal,
      }),
    staleTime: 0,
  })

/** What a calibration of an instrument would require now: its procedure, and the points with the overrides of the instrument. */
export const instrumentPointsQuery = (workspaceId: string, instrumentId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', instrumentId, 'points'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getInstrumentPoints({ params: { instrument_id: instrumentId }, signal }),
    staleTime: 0,
  })

/** The instruments that follow a procedure. */
export const procedureFollowersQuery = (workspaceId: string, procedureId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'procedures', procedureId, 'instruments'],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listProcedureFollowers({ params: { procedure_id: procedureId }, signal }),
    staleTime: 0,
  })

/** IDs of the instruments of a model. */
export const instrumentsOfModelQuery = (workspaceId: string, modelId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instruments', 'of-model', modelId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listInstrumentsOfModel({ params: { model_id: modelId }, signal }),
    staleTime: 0,
  })

/** Instrument models with the initial values of new instruments. */
export const instrumentModelsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'instrument-models'],
    queryFn: async ({ signal }) => (await workspaceApi(workspaceId).listInstrumentModels({ signal })).data,
    staleTime: 0,
  })
