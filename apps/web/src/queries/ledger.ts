import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { workspaceApi } from '../api/index.ts'

/** The current checkpoint of the ledger: size, root and the signed note. */
export const checkpointQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'ledger', 'checkpoint'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getLedgerCheckpoint({ signal }),
    staleTime: 0,
  })

/** The public key of its checkpoints; it does not change. */
export const ledgerKeyQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'ledger', 'key'],
    queryFn: ({ signal }) => workspaceApi(workspaceId).getLedgerKey({ signal }),
    staleTime: Infinity,
  })

/** The proof of a record: its entry, and the inclusion proof for a signed checkpoint. */
export const proofQuery = (workspaceId: string, calibrationId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'ledger', 'proof', calibrationId],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).getLedgerProof({ query: { calibration_id: calibrationId }, signal }),
  })

/** A page of the stored checkpoints, newest first. */
export const storedCheckpointsQuery = (workspaceId: string, limit: number, offset: number) =>
  queryOptions({
    queryKey: [workspaceId, 'ledger', 'checkpoints', limit, offset],
    queryFn: ({ signal }) =>
      workspaceApi(workspaceId).listLedgerCheckpoints({ query: { limit, offset }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Interval at which a verification in progress is polled. */
const POLL_EVERY_MS = 800

/** The last verification, polled while it is in progress; null before the first. */
export const verificationQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'ledger', 'verification'],
    queryFn: async ({ signal }) => (await workspaceApi(workspaceId).getLedgerVerification({ signal })).latest,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_EVERY_MS : false),
  })
