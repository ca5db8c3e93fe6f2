import { parentPort } from 'node:worker_threads'
import { estimateWeakness, type Weakness } from './estimate-weakness.ts'

/** A password to be examined. */
export interface EstimateTask {
  readonly id: number
  readonly password: string
  readonly personal: readonly string[]
}

/** The weakness found. */
export interface Estimate {
  readonly id: number
  readonly weakness: Weakness | undefined
}

parentPort?.on('message', ({ id, password, personal }: EstimateTask) => {
  // A port of a thread has no origin, as a window has.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage({ id, weakness: estimateWeakness(password, personal) } satisfies Estimate)
})
