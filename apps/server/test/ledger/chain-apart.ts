import {
  verifyChainButPayloads,
  type VerifyChainApart,
} from '../../src/modules/ledger/verify/verify-chain.ts'
import { readSnapshot } from '../../src/platform/db/index.ts'
import type { TestApp } from '../app.ts'

/** Verifies chains in this thread on a connection of their own, as another thread does. */
export const chainApartOf =
  ({ db, parts: { secrets } }: TestApp): VerifyChainApart =>
  ({ workspaceId, snapshotId, keptCheckpoints }) =>
    readSnapshot(
      db,
      workspaceId,
      (snapshot) => verifyChainButPayloads(snapshot, secrets, { keptCheckpoints }),
      {
        snapshotId,
      },
    )
