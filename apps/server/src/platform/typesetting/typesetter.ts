import { because, type RefusalReason } from '@plumbline/contract'
import { DeadlinePassed, currentDeadline } from '../deadline.ts'
import { ApiError } from '../errors.ts'
import { observe } from '../observations.ts'
import type { PageSource } from './page-source.ts'
import { TurnQueue } from './turn-queue.ts'
import { startTypesetting, type TypesettingProcess, type TypesettingReply } from './typesetting-process.ts'

/** For whom a document is set, and how much work it is. */
export interface SettingTerms {
  /** Workspaces are served in turn. */
  readonly workspaceId: string
  /** Whether it takes seconds: such documents are set in a process of their own, one at a time. */
  readonly isLarge: boolean
}

/** Sets documents outside the server's process. */
export type Typesetter = {
  /**
   * The PDF file of a document; the same source gives the same bytes. A document whose request has passed its deadline
   * is no longer set. Raises SERVICE_UNAVAILABLE when too many documents wait, of the workspace or of all, and a plain
   * Error when this one cannot be set.
   */
  set(source: PageSource, terms: SettingTerms): Promise<Buffer>
  /** Starts the process ahead of a document that is about to be asked for; waits for nothing. */
  warmUp(): void
  /** Finishes what waits, then ends the process; later calls of `set` raise SERVICE_UNAVAILABLE. */
  close(): Promise<void>
  /** The process of ordinary documents while there is one, for metrics. */
  processId(): number | undefined
}

/** Bounds of the typesetter. */
export type TypesetterLimits = {
  waitingMax: number
  /** Of one workspace. */
  ownWaitingMax: number
  /** For one document, from when the process is ready. */
  timeoutMs: number
  /** For the start of the process. */
  startTimeoutMs: number
  idleMs: number
}

const DEFAULT_LIMITS: TypesetterLimits = {
  // A second or two of work: who comes later does better to come again than to wait with his connection open.
  waitingMax: 64,
  // So that four workspaces at their limit leave no other one without a place.
  ownWaitingMax: 16,
  // A hundred times the usual; a document that takes longer never ends.
  timeoutMs: 10_000,
  // Starting takes half a second; twenty times as long on a machine that is busy with other work.
  startTimeoutMs: 30_000,
  // Longer than the pauses of a working day's traffic, so that the memory comes back at night.
  idleMs: 300_000,
}

/**
 * Large documents take seconds each. Few wait, since a request ends at its deadline; their process is given up sooner, as
 * it is seldom needed.
 */
const LARGE_LIMITS: TypesetterLimits = {
  ...DEFAULT_LIMITS,
  waitingMax: 16,
  ownWaitingMax: 4,
  timeoutMs: 60_000,
  idleMs: 60_000,
}

/** The processor goes to requests and ordinary documents first. */
const LARGE_NICENESS = 10

/** A process that dies twice on the same document is not tried a third time. */
const ATTEMPTS_MAX = 2

type Job = {
  workspaceId: string
  source: PageSource
  attempts: number
  resolve(file: Buffer): void
  reject(cause: Error): void
}

/**
 * Makes a typesetter; its processes start with the first document and again after a crash or a long pause.
 * @param limits of ordinary documents
 */
export function createTypesetter(limits: Partial<TypesetterLimits> = {}): Typesetter {
  const ordinary = new SettingQueue({ ...DEFAULT_LIMITS, ...limits }, 0)
  const large = new SettingQueue(LARGE_LIMITS, LARGE_NICENESS)
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

/** Has it noticed how long a document takes, with its wait. */
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
  readonly #waiting = new TurnQueue<Job>()
  #current: Job | undefined
  #process: TypesettingProcess | undefined
  #isReady = false
  #timer: NodeJS.Timeout | undefined
  #drained: (() => void) | undefined
  #closed = false

  constructor(limits: TypesetterLimits, niceness: number) {
    this.#limits = limits
    this.#niceness = niceness
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
        // Nobody waits for it then, and it would keep others waiting.
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

  /** Takes up the next document when none is in hand. */
  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.take()
    if (!this.#current) return this.#rest()
    this.#current.attempts++
    const process = this.#ensureProcess()
    this.#limitCurrent()
    process.send(this.#current.source)
  }

  /** A slow start is not the document's fault: its own limit begins when the process is ready. */
  #limitCurrent(): void {
    const { timeoutMs, startTimeoutMs } = this.#limits
    const limitMs = this.#isReady ? timeoutMs : startTimeoutMs
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#abandon(limitMs), limitMs)
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
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#stop(), this.#limits.idleMs).unref()
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

  /** The process died: the document in hand gets one more try in a fresh one. */
  #recover(cause: Error): void {
    this.#forgetProcess()
    if (!this.#current) return
    const job = this.#takeCurrent()
    if (job.attempts < ATTEMPTS_MAX) this.#waiting.putBack(job.workspaceId, job)
    else job.reject(new Error(`${job.source.name} could not be set`, { cause }))
    this.#next()
  }

  /** The document in hand takes too long: it fails, and the others go on in a fresh process. */
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
    clearTimeout(this.#timer)
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
