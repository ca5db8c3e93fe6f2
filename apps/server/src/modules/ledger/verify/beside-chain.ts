import type { ChainReport, VerifyChainApart } from './verify-chain.ts'

/** Ends an attempt with two threads, because it cannot tell which fault came first. */
class LeftToOneThread extends Error {
  constructor(cause: unknown) {
    super('one thread has to say what is wrong', { cause })
    this.name = 'LeftToOneThread'
  }
}

/**
 * Replays entries while another thread verifies the chain of the same entries. Replayed entries may turn out to be
 * wrong: any failure in either thread ends the attempt, see `twoThreadsFirst`.
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
 * Makes an attempt with the chain in another thread, if there is one. Its result is final if the chain is intact and
 * can be replayed, which is nearly always the case. Otherwise a single thread starts over and checks each page before
 * it is replayed, so that it can name the first fault.
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
