import { because } from '@plumbline/contract'
import { ApiError } from '../errors.ts'
import type { PageSource } from './page-source.ts'
import { startTypesetting, type TypesettingProcess, type TypesettingReply } from './typesetting-process.ts'

/** Sets documents, one after the other, outside the server's process. */
export type Typesetter = {
  /**
   * The PDF file of a document; the same source gives the same bytes. Raises SERVICE_UNAVAILABLE when too many
   * documents wait, and a plain Error when this one cannot be set.
   */
  set(source: PageSource): Promise<Buffer>
  /** Starts the process ahead of a document that is about to be asked for; waits for nothing. */
  warmUp(): void
  /** Finishes what waits, then ends the process; later calls of `set` raise SERVICE_UNAVAILABLE. */
  close(): Promise<void>
  /** The typesetting process while there is one, for metrics. */
  processId(): number | undefined
}

/** Bounds of the typesetter. */
export type TypesetterLimits = {
  waitingMax: number
  /** For one document, from when the process is ready. */
  timeoutMs: number
  /** For the start of the process. */
  startTimeoutMs: number
  idleMs: number
}

const DEFAULT_LIMITS: TypesetterLimits = {
  // A second or two of work: who comes later does better to come again than to wait with his connection open.
  waitingMax: 64,
  // A hundred times the usual; a document that takes longer never ends.
  timeoutMs: 10_000,
  // Starting takes half a second; twenty times as long on a machine that is busy with other work.
  startTimeoutMs: 30_000,
  // Longer than the pauses of a working day's traffic, so that the memory comes back at night.
  idleMs: 300_000,
}

/** A process that dies twice on the same document is not tried a third time. */
const ATTEMPTS_MAX = 2

type Job = {
  source: PageSource
  attempts: number
  resolve(file: Buffer): void
  reject(cause: Error): void
}

/** Makes a typesetter; its process starts with the first document and again after a crash or a long pause. */
export function createTypesetter(limits: Partial<TypesetterLimits> = {}): Typesetter {
  const queue = new SettingQueue({ ...DEFAULT_LIMITS, ...limits })
  return {
    set: (source) => queue.set(source),
    warmUp: () => queue.warmUp(),
    close: () => queue.close(),
    processId: () => queue.processId,
  }
}

class SettingQueue {
  readonly #limits: TypesetterLimits
  readonly #waiting: Job[] = []
  #current: Job | undefined
  #process: TypesettingProcess | undefined
  #isReady = false
  #timer: NodeJS.Timeout | undefined
  #drained: (() => void) | undefined
  #closed = false

  constructor(limits: TypesetterLimits) {
    this.#limits = limits
  }

  get processId(): number | undefined {
    return this.#process?.id
  }

  async set(source: PageSource): Promise<Buffer> {
    if (this.#closed || this.#waiting.length >= this.#limits.waitingMax) {
      throw new ApiError('SERVICE_UNAVAILABLE', {
        reason: because('server.typesetter_busy'),
        headers: { 'retry-after': '1' },
      })
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ source, attempts: 0, resolve, reject })
      this.#next()
    })
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
    this.#current = this.#waiting.shift()
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
    if (job.attempts < ATTEMPTS_MAX) this.#waiting.unshift(job)
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
