import type { ApprovalOutcome } from '@plumbline/contract'
import type { WorkspaceApi } from '../../api/index.ts'

/** Records of one request: few enough that progress is seen, many enough that it stays quick. */
const PART = 10

/** The outcome of a batch, record by record. */
export interface BatchReport {
  readonly outcomes: readonly ApprovalOutcome[]
  /** What stopped it on the way, with the number of records that were not sent. */
  readonly stopped: { readonly failure: unknown; readonly unsent: number } | null
}

/**
 * Approves records part by part and reports the progress.
 * @param signature password and meaning for every record, if required
 * @throws the error of the first part, before which nothing was approved
 */
export async function approveInParts(
  api: WorkspaceApi,
  ids: readonly string[],
  signature: { password: string; meaning: string } | undefined,
  onProgress: (done: number) => void,
): Promise<BatchReport> {
  const outcomes: ApprovalOutcome[] = []
  for (let from = 0; from < ids.length; from += PART) {
    const part = ids.slice(from, from + PART)
    try {
      const body = { calibration_ids: part, ...signature }
      const { results } = await api.approveCalibrations({ body })
      outcomes.push(...results)
    } catch (failure) {
      if (from === 0) throw failure
      return { outcomes, stopped: { failure, unsent: ids.length - from } }
    }
    onProgress(Math.min(from + PART, ids.length))
  }
  return { outcomes, stopped: null }
}
