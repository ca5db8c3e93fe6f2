import { because, type FindingDetail } from '@plumbline/contract'
import { ApiError } from '../../platform/errors.ts'
import type { Caller } from '../access/index.ts'
import { appendEntries } from '../ledger/index.ts'
import { emitFinding } from './events.ts'
import { closedEntry, signedHash, type Ending } from './ledger-payload.ts'
import { lockOpenFinding, type FindingParts } from './lock-finding.ts'
import { countUnjudged, detailOf, requireFinding } from './read-findings.ts'
import { findJudgements } from './store.ts'
import { touchedBy } from './touched-by.ts'
import { windowOf } from './window-of.ts'
import { endFinding } from './write-store.ts'

/**
 * Closes a finding with a signature whose password was correct; the caller must have checked it. The signature is bound
 * to the hash of the record, the window, every judgement and the conclusion.
 * @throws 404 NOT_FOUND; 409 CONFLICT for a closed finding, and if any affected calibration has no judgement
 */
export async function closeFinding(
  { db, clock }: FindingParts,
  caller: Caller,
  findingId: string,
  { conclusion, meaning }: { readonly conclusion: string; readonly meaning: string },
): Promise<FindingDetail> {
  return db.transaction(caller.workspaceId, async (tx) => {
    const finding = await lockOpenFinding(tx, caller, findingId)
    const window = await windowOf(tx, finding)
    const unjudged = countUnjudged(await touchedBy(tx, finding, window))
    if (unjudged > 0) {
      const reason = because('finding.unjudged', { count: unjudged })
      throw new ApiError('CONFLICT', { reason, details: { unjudged } })
    }
    const hash = signedHash(finding, window, await findJudgements(tx, findingId), conclusion)
    const ending: Ending = {
      closedBy: caller.name,
      closedByPersonId: caller.userId,
      closedBecause: 'concluded',
      conclusion,
      windowFrom: window.from,
      windowTo: window.to,
      signature: { meaning, content_sha256: hash },
    }
    const [appended] = await appendEntries(tx, clock, caller, [closedEntry(findingId, ending)])
    endFinding(tx, findingId, ending, appended)
    await emitFinding(tx, 'finding.closed', findingId, appended.at)
    return detailOf(tx, caller, await requireFinding(tx, caller, findingId))
  })
}
