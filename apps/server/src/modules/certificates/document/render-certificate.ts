import { ApiError } from '../../../platform/errors.ts'
import type { CertificateData } from './certificate-data.ts'
import { startTypesetting, type TypesettingProcess, type TypesettingReply } from './typesetting-process.ts'

/** Sets certificates, one after the other, outside the server's process. */
export type CertificateRenderer = {
  /**
   * The PDF/A-3a file of a certificate; the same data gives the same bytes. Raises SERVICE_UNAVAILABLE when too
   * many certificates wait, and a plain Error when this one cannot be set.
   */
  render(data: CertificateData): Promise<Buffer>
  /** Starts the process ahead of a certificate that is about to be asked for; waits for nothing. */
  warmUp(): void
  /** Finishes what waits, then ends the process; later calls of `render` raise SERVICE_UNAVAILABLE. */
  close(): Promise<void>
  /** The typesetting process while there is one, for metrics. */
  processId(): number | undefined
}

/** Bounds of the renderer. */
export type RendererLimits = { waitingMax: number; timeoutMs: number; idleMs: number }

const DEFAULT_LIMITS: RendererLimits = {
  // A second or two of work: who comes later does better to come again than to wait with his connection open.
  waitingMax: 64,
  // A hundred times the usual; a certificate that takes longer never ends.
  timeoutMs: 10_000,
  // Longer than the pauses of a working day's traffic, so that the memory comes back at night.
  idleMs: 300_000,
}

/** A process that dies twice on the same certificate is not tried a third time. */
const ATTEMPTS_MAX = 2

type Job = {
  data: CertificateData
  attempts: number
  resolve(file: Buffer): void
  reject(cause: Error): void
}

/** Makes a renderer; its process starts with the first certificate and again after a crash or a long pause. */
export function createCertificateRenderer(limits: Partial<RendererLimits> = {}): CertificateRenderer {
  const queue = new RenderQueue({ ...DEFAULT_LIMITS, ...limits })
  return {
    render: (data) => queue.render(data),
    warmUp: () => queue.warmUp(),
    close: () => queue.close(),
    processId: () => queue.processId,
  }
}

class RenderQueue {
  readonly #limits: RendererLimits
  readonly #waiting: Job[] = []
  #current: Job | undefined
  #process: TypesettingProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #drained: (() => void) | undefined
  #closed = false

  constructor(limits: RendererLimits) {
    this.#limits = limits
  }

  get processId(): number | undefined {
    return this.#process?.id
  }

  async render(data: CertificateData): Promise<Buffer> {
    if (this.#closed || this.#waiting.length >= this.#limits.waitingMax) {
      throw new ApiError('SERVICE_UNAVAILABLE', {
        message: 'Certificates are being made for too many others; retry shortly.',
        headers: { 'retry-after': '1' },
      })
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ data, attempts: 0, resolve, reject })
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

  /** Takes up the next certificate when none is in hand. */
  #next(): void {
    if (this.#current) return
    this.#current = this.#waiting.shift()
    if (!this.#current) return this.#rest()
    this.#current.attempts++
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#giveUp(), this.#limits.timeoutMs)
    this.#ensureProcess().send(this.#current.data)
  }

  #ensureProcess(): TypesettingProcess {
    this.#process ??= startTypesetting({
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
      job.reject(new Error(`certificate ${job.data.number} could not be set: ${reply.fault}`))
    }
    this.#next()
  }

  /** The process died: the certificate in hand gets one more try in a fresh one. */
  #recover(cause: Error): void {
    this.#process = undefined
    if (!this.#current) return
    const job = this.#takeCurrent()
    if (job.attempts < ATTEMPTS_MAX) this.#waiting.unshift(job)
    else job.reject(new Error(`certificate ${job.data.number} could not be set`, { cause }))
    this.#next()
  }

  /** The certificate in hand takes too long: it fails, and the others go on in a fresh process. */
  #giveUp(): void {
    const job = this.#takeCurrent()
    job.reject(new Error(`certificate ${job.data.number} took longer than ${this.#limits.timeoutMs} ms`))
    void this.#stop()
    this.#next()
  }

  #takeCurrent(): Job {
    const job = this.#current
    if (!job) throw new Error('the typesetting process answered without having been asked')
    this.#current = undefined
    return job
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#timer)
    const stopped = this.#process
    this.#process = undefined
    await stopped?.kill()
  }
}
