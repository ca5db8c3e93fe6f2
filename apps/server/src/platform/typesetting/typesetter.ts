import { because, type RefusalReason } from '@plumbline/contract'
import { DeadlinePassed, currentDeadline } from '../deadline.ts'
import { ApiError } from '../errors.ts'
import { observe } from '../observations.ts'
import { startSystemTimer, type StartTimer } from '../start-timer.ts'
import type { PageSource } from './page-source.ts'
import { TurnQueue } from './turn-queue.ts'
import { startTypesetting, type TypesettingProcess, type TypesettingReply } from './typesetting-process.ts'

/** For which workspace a document is typeset, and how much work it is. */
export interface SettingTerms {
  /** Workspaces are served in turn. */
  readonly workspaceId: string
  /** Whether it takes seconds: such documents are typeset in a separate process, one at a time. */
  readonly isLarge: boolean
}

/** Typesets documents outside the server's process. */
export type Typesetter = {
  /**
   * Returns the PDF of a document; the same source always results in the same bytes. A document whose request has
   * passed its deadline is no longer typeset. Throws SERVICE_UNAVAILABLE if too many documents are waiting, of the
   * workspace or of all, and a plain Error if this one cannot be typeset.
   */
  set(source: PageSource, terms: SettingTerms): Promise<Buffer>
  /** Starts the process for a document that is about to be requested; does not wait for it. */
  warmUp(): void
  /** Finishes waiting documents, then ends the process; later calls of `set` throw SERVICE_UNAVAILABLE. */
  close(): Promise<void>
  /** ID of the process for ordinary documents while there is one, for metrics. */
  processId(): number | undefined
}

/** Limits of the typesetter. */
export type TypesetterLimits = {
  waitingMax: number
  /** Maximum for one workspace. */
  ownWaitingMax: number
  /** For one document, after the process is ready. */
  timeoutMs: number
  /** For the start of the process. */
  startTimeoutMs: number
  idleMs: number
}

const DEFAULT_LIMITS: TypesetterLimits = {
  // A second or two of work: retrying later is better than waiting any longer with an open connection.
  waitingMax: 64,
  // A single workspace can occupy only a quarter of the places.
  ownWaitingMax: 16,
  // A hundred times the usual duration; a document that takes longer will never end.
  timeoutMs: 10_000,
  // Starting takes half a second; allows for twenty times as long on a busy machine.
  startTimeoutMs: 30_000,
  // Longer than the pauses during a working day, so that the memory is released at night.
  idleMs: 300_000,
}

/**
 * Large documents take seconds each. Few can wait, because a request ends at its deadline; their process ends sooner,
 * because it is rarely needed.
 */
const LARGE_LIMITS: TypesetterLimits = {
  ...DEFAULT_LIMITS,
  waitingMax: 16,
  ownWaitingMax: 4,
  timeoutMs: 60_000,
  idleMs: 60_000,
}

/** Requests and ordinary documents have priority. */
const LARGE_NICENESS = 10

/** A document on which the process died twice is not tried a third time. */
const ATTEMPTS_MAX = 2

type Job = {
  workspaceId: string
  source: PageSource
  attempts: number
  resolve(file: Buffer): void
  reject(cause: Error): void
}

/**
 * Returns a typesetter; its processes start with the first document, and again after a crash or a long pause.
 * @param limits for ordinary documents
 */
export function createTypesetter(
  limits: Partial<TypesetterLimits> = {},
  startTimer: StartTimer = startSystemTimer,
): Typesetter {
  const ordinary = new SettingQueue({ ...DEFAULT_LIMITS, ...limits }, 0, startTimer)
  const large = new SettingQueue(LARGE_LIMITS, LARGE_NICENESS, startTimer)
  return {
    set: (source, { isLarge, workspaceId }) =>
      isLarge
        ? observed('large', () => large.set(source, workspaceId))
        : observed('ordinary', () => ordinary.set(source, workspaceId)),
    warmUp: () => ordinary.warmUp(),
    close: async () => void (await Promise.all([ordinary.close(), large.close()])),
    processId: () => ordinary.processId,
  }
}

/** Publishes how long a document takes, including its wait. */
async function observed(size: 'ordinary' | 'large', set: () => Promise<Buffer>): Promise<Buffer> {
  const beganAt = performance.now()
  const end = (isSet: boolean) =>
    observe('documentSet', { size, isSet, seconds: (performance.now() - beganAt) / 1000 })
  observe('documentWaits', { size })
  try {
    const file = await set()
    end(true)
    return file
  } catch (error) {
    end(false)
    throw error
  }
}

class SettingQueue {
  readonly #limits: TypesetterLimits
  readonly #niceness: number
  readonly #startTimer: StartTimer
  readonly #waiting = new TurnQueue<Job>()
  #current: Job | undefined
  #process: TypesettingProcess | undefined
  #isReady = false
  #cancelTimer: (() => void) | undefined
  #drained: (() => void) | undefined
  #closed = false

  constructor(limits: TypesetterLimits, niceness: number, startTimer: StartTimer) {
    this.#limits = limits
    this.#niceness = niceness
    this.#startTimer = startTimer
  }

  get processId(): number | undefined {
    return this.#process?.id
  }

  async set(source: PageSource, workspaceId: string): Promise<Buffer> {
    const { waitingMax, ownWaitingMax } = this.#limits
    if (this.#closed || this.#waiting.count() >= waitingMax) throw busy(because('server.typesetter_busy'))
    if (this.#waiting.count(workspaceId) >= ownWaitingMax) {
      throw busy(because('server.typesetter_own_busy', { count: ownWaitingMax }))
    }
    let forget: (() => void) | undefined
    try {
      return await new Promise((resolve, reject) => {
        const job: Job = { workspaceId, source, attempts: 0, resolve, reject }
        // It is no longer needed then, and would delay others.
        forget = currentDeadline()?.onPassed(() => {
          if (this.#waiting.remove(workspaceId, job)) reject(new DeadlinePassed())
        })
        this.#waiting.push(workspaceId, job)
        this.#next()
      })
    } finally {
      forget?.()
    }
  }

  warmUp(): void {
    if (this.#closed || this.#current) return
    this.#ensureProcess()
    this.#rest()
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#current) await new Promise<void>((resolve) => (this.#drained = resolve))
    await this.#stop()
  }

  /** Starts the next document if none is in progress. */
  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.take()
    if (!this.#current) return this.#rest()
    this.#current.attempts++
    const process = this.#ensureProcess()
    this.#limitCurrent()
    process.send(this.#current.source)
  }

  /** A slow start is not the fault of the document: its time limit starts when the process is ready. */
  #limitCurrent(): void {
    const { timeoutMs, startTimeoutMs } = this.#limits
    const limitMs = this.#isReady ? timeoutMs : startTimeoutMs
    this.#cancelTimer?.()
    this.#cancelTimer = this.#startTimer(() => this.#abandon(limitMs), limitMs)
  }

  #ensureProcess(): TypesettingProcess {
    this.#process ??= startTypesetting({
      ready: () => {
        this.#isReady = true
        if (this.#current) this.#limitCurrent()
      },
      reply: (reply) => this.#finish(reply),
      end: (cause) => this.#recover(cause),
      niceness: this.#niceness,
    })
    return this.#process
  }

  #rest(): void {
    this.#drained?.()
    this.#cancelTimer?.()
    this.#cancelTimer = this.#startTimer(() => void this.#stop(), this.#limits.idleMs)
  }

  #finish(reply: TypesettingReply): void {
    const job = this.#takeCurrent()
    if ('file' in reply) {
      job.resolve(Buffer.from(reply.file.buffer, reply.file.byteOffset, reply.file.byteLength))
    } else {
      job.reject(new Error(`${job.source.name} could not be set: ${reply.fault}`))
    }
    this.#next()
  }

  /** The process died: the document in progress gets one more attempt in a new one. */
  #recover(cause: Error): void {
    this.#forgetProcess()
    if (!this.#current) return
    const job = this.#takeCurrent()
    if (job.attempts < ATTEMPTS_MAX) this.#waiting.putBack(job.workspaceId, job)
    else job.reject(new Error(`${job.source.name} could not be set`, { cause }))
    this.#next()
  }

  /** The document in progress takes too long: it fails, and the others continue in a new process. */
  #abandon(limitMs: number): void {
    const job = this.#takeCurrent()
    job.reject(new Error(`${job.source.name} took longer than ${limitMs} ms`))
    void this.#stop()
    this.#next()
  }

  #takeCurrent(): Job {
    const job = this.#current
    if (!job) throw new Error('the typesetting process responded without having been asked')
    this.#current = undefined
    return job
  }

  async #stop(): Promise<void> {
    this.#cancelTimer?.()
    const stopped = this.#process
    this.#forgetProcess()
    await stopped?.kill()
  }

  #forgetProcess(): void {
    this.#process = undefined
    this.#isReady = false
  }
}

function busy(reason: RefusalReason): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', { reason, headers: { 'retry-after': '1' } })
}
