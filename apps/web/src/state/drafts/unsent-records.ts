import { workspaceApi, type BodyOf } from '../../api/index.ts'
import { SIGNED_IN_EVENT } from '../session.ts'
import { drafts, type RecordDraft } from './record-draft.ts'
import { recordSender } from './record-sender.ts'

/** A request without a response after this time is considered lost. */
const RESPONSE_WITHIN_MS = 30_000

/** The draft of a form that was opened but not changed is deleted after a day. */
const UNTOUCHED_KEPT_MS = 86_400_000

/** The sender of this window. */
export const sender = recordSender({
  drafts,
  post: ({ workspaceId, kind, subjectId, key, sending }: RecordDraft) => {
    const api = workspaceApi(workspaceId)
    const sent = { idempotencyKey: key, signal: AbortSignal.timeout(RESPONSE_WITHIN_MS) }
    if (kind === 'calibration') {
      const body = sending!.body as BodyOf<'appendCalibration'>
      return api.appendCalibration({ ...sent, params: { instrument_id: subjectId }, body })
    }
    // The form creates the complete body of a correction.
    const body = sending!.body as unknown as BodyOf<'correctCalibration'>
    return api.correctCalibration({ ...sent, params: { calibration_id: subjectId }, body })
  },
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds)
    return () => clearTimeout(timer)
  },
})

/**
 * Resumes saving the records that a user was saving when the window was closed, and again whenever the network returns
 * or the user has signed in again. Returns a function that stops listening.
 */
export function resumeUnsent(userId: string): () => void {
  for (const draft of drafts.of(userId)) {
    if (draft.sending !== null) void sender.send(draft, draft.key)
    else if (!draft.touched && Date.now() - Date.parse(draft.changedAt) > UNTOUCHED_KEPT_MS)
      drafts.remove(draft)
  }
  const retry = () => sender.retryAll()
  addEventListener('online', retry)
  addEventListener(SIGNED_IN_EVENT, retry)
  return () => {
    removeEventListener('online', retry)
    removeEventListener(SIGNED_IN_EVENT, retry)
  }
}
