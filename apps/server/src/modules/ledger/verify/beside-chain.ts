import type { ChainReport, VerifyChainApart } from './verify-chain.ts'

/** Ends an attempt in two threads: it does not say what came first. */
class LeftToOneThread extends Error {
  constructor(cause: unknown) {
    super('one thread has to say what is wrong', { cause })
    this.name = 'LeftToOneThread'
  }
}

/**
 * Replays entries while another thread verifies the chain of the same ones. Replayed entries may turn out to be wrong:
 * whatever goes wrong on either side ends the attempt, see `twoThreadsFirst`.
 */
export async function besideChain(
  chain: Promise<ChainReport>,
  replayAll: () => Promise<void>,
): Promise<ChainReport> {
  const intact = chain.then((report) => {
    if (report.fault) throw new Error(report.fault.what)
    return report
  })
  try {
    const [report] = await Promise.all([intact, replayAll()])
    return report
  } catch (error) {
    throw new LeftToOneThread(error)
  }
}

/**
 * Makes an attempt with the chain in another thread, where there is one. It stands where the chain is intact and can be
 * replayed, which is nearly always. Otherwise one thread starts again, checks each page before it is replayed, and so
 * names the first fault.
 */
export async function twoThreadsFirst<Parts extends { chainApart?: VerifyChainApart | undefined }, Result>(
  parts: Parts,
  attempt: (parts: Parts) => Promise<Result>,
): Promise<Result> {
  if (!parts.chainApart) return attempt(parts)
  try {
    return await attempt(parts)
  } catch (error) {
    if (!(error instanceof LeftToOneThread)) throw error
    return attempt({ ...parts, chainApart: undefined })
  }
}
