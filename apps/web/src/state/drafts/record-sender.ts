import type { CalibrationRecord } from '@plumbline/contract'
import { unknownOutcomeOf, retryDelay, type UnknownOutcome } from '../../base/retrying.ts'
import { draftName, type DraftId, type DraftStore, type RecordDraft } from './record-draft.ts'

/** The progress of saving a record. */
export type SendState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending'; readonly tries: number }
  /** It is unknown whether it arrived; it is retried with the same key. */
  | { readonly phase: 'waiting'; readonly tries: number; readonly why: UnknownOutcome }
  | { readonly phase: 'saved'; readonly record: CalibrationRecord }
  | { readonly phase: 'refused'; readonly error: unknown }
  /** It had arrived before it was taken back and changed: the change is not recorded, but is still in the form. */
  | { readonly phase: 'arrived' }
  /** Another window has saved or discarded it. */
  | { readonly phase: 'elsewhere' }

/** Sends drafts and retries until the server has responded, whichever page is open. */
export interface RecordSender {
  /** Sends the draft with this key, whose `sending` is set; one request at a time for each draft. */
  send(draftId: DraftId, key: string): Promise<void>
  /** Stops sending a waiting draft; returns false while a request is in progress, whose response decides. */
  takeBack(draftId: DraftId, key: string): boolean
  /** Immediately retries everything that is waiting, when the network is back or a user has signed in. */
  retryAll(): void
  /** The state of saving under this key. */
  stateOf(draftId: DraftId, key: string): SendState
  /** Returns the drafts that are waiting for a response. */
  readonly waiting: () => readonly RecordDraft[]
  readonly subscribe: (listener: () => void) => () => void
  /** Called with each draft that was saved or refused. */
  onSettled(listener: (draft: RecordDraft, state: SendState) => void): () => void
}

/** The dependencies of sending. */
export interface SenderDeps {
  readonly drafts: DraftStore
  /** Posts the body of a draft under its key. */
  readonly post: (draft: RecordDraft) => Promise<CalibrationRecord>
  /** Runs something later; returns a function that cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
}

const IDLE: SendState = { phase: 'idle' }

/** Drafts that wait for a response, by their names. */
type Waits = Map<string, { draft: RecordDraft; cancel: () => void }>

/** The state of saving of each draft, and its listeners. */
function sendStates(waits: Waits) {
  const states = new Map<string, { key: string; state: SendState }>()
  const listeners = new Set<() => void>()
  const settledListeners = new Set<(draft: RecordDraft, state: SendState) => void>()
  let waitingNow: readonly RecordDraft[] = []
  const change = (draftId: DraftId, key: string, state: SendState) => {
    states.set(draftName(draftId), { key, state })
    waitingNow = [...waits.values()].map(({ draft }) => draft)
    for (const listener of listeners) listener()
  }
  return {
    change,
    settle: (draft: RecordDraft, state: SendState) => {
      waits.delete(draftName(draft))
      change(draft, draft.key, state)
      for (const listener of settledListeners) listener(draft, state)
    },
    isSending: (draftId: DraftId) => states.get(draftName(draftId))?.state.phase === 'sending',
    stateOf: (draftId: DraftId, key: string): SendState => {
      const known = states.get(draftName(draftId))
      return known?.key === key ? known.state : IDLE
    },
    waiting: () => waitingNow,
    subscribe: (listener: () => void) => subscribeTo(listeners, listener),
    onSettled: (listener: (draft: RecordDraft, state: SendState) => void) =>
      subscribeTo(settledListeners, listener),
  }
}

/** Creates a sender; the application has one. */
export function recordSender({ drafts, post, after }: SenderDeps): RecordSender {
  const waits: Waits = new Map()
  const { change, settle, isSending, ...shown } = sendStates(waits)

  async function send(draftId: DraftId, key: string): Promise<void> {
    if (isSending(draftId)) return
    waits.get(draftName(draftId))?.cancel()
    const draft = drafts.read(draftId)
    if (draft?.key !== key || draft.sending === null) {
      waits.delete(draftName(draftId))
      // Another window has withdrawn it, or received its refusal, and continues with it.
      return change(draftId, key, draft?.key === key ? IDLE : { phase: 'elsewhere' })
    }
    const tries = triesOf(shown.stateOf(draftId, key))
    change(draftId, key, { phase: 'sending', tries })
    try {
      const record = await post(draft)
      if (drafts.read(draftId)?.key === draft.key) drafts.remove(draftId)
      settle(draft, { phase: 'saved', record })
    } catch (error) {
      const why = unknownOutcomeOf(error)
      if (why === null) refuse(draft, error)
      else wait(draft, why, tries)
    }
  }

  function refuse(draft: RecordDraft, error: unknown): void {
    const isArrived = isKeyTaken(error)
    if (isArrived && draft.takenBack !== true) return settle(draft, { phase: 'elsewhere' })
    // A refused request leaves nothing on the server, so the key can be used for the corrected record.
    if (drafts.read(draft)?.key === draft.key) drafts.write({ ...draft, sending: null })
    settle(draft, isArrived ? { phase: 'arrived' } : { phase: 'refused', error })
  }

  function wait(draft: RecordDraft, why: UnknownOutcome, tries: number): void {
    // Not retried automatically if the user must sign in first, so as not to ask for the password repeatedly.
    const cancel =
      why === 'signed_out' ? () => undefined : after(retryDelay(tries), () => void send(draft, draft.key))
    waits.set(draftName(draft), { draft, cancel })
    change(draft, draft.key, { phase: 'waiting', tries: tries + 1, why })
  }

  function takeBack(draftId: DraftId, key: string): boolean {
    if (isSending(draftId)) return false
    waits.get(draftName(draftId))?.cancel()
    waits.delete(draftName(draftId))
    change(draftId, key, IDLE)
    return true
  }

  return {
    ...shown,
    send,
    takeBack,
    retryAll: () => {
      for (const { draft } of waits.values()) void send(draft, draft.key)
    },
  }
}

function triesOf(state: SendState): number {
  return state.phase === 'waiting' || state.phase === 'sending' ? state.tries : 0
}

function subscribeTo<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns whether another window has already saved a different body under this key. */
function isKeyTaken(error: unknown): boolean {
  const { details } = error as { details?: Record<string, unknown> }
  return details?.['field'] === 'Idempotency-Key'
}
