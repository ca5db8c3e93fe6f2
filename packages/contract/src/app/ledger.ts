import { Type } from 'typebox'
import { EntryNamed } from './activity.ts'
import { defineOperations } from '../shared/operation.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { ledgerOperations } from '../public/ledger.ts'
import { Closed, Nullable, OneOf, Timestamp, Uuid } from '../shared/values.ts'

/** State of a verification. */
export const verificationStates = ['running', 'holds', 'differs', 'failed'] as const

/** A computation of the whole ledger, and a comparison of every table with it. */
export const LedgerVerification = Closed(
  {
    id: Uuid(),
    state: OneOf(verificationStates, {
      description: 'failed: the verification could not be completed, which says nothing about the ledger.',
    }),
    started_by: Type.String({ description: 'Name of the person.' }),
    started_at: Timestamp(),
    finished_at: Nullable(Timestamp()),
    entries_done: Type.Integer({ description: 'Number of entries verified so far.' }),
    entries_total: Type.Integer({
      description: 'Number of entries in the ledger when the verification started.',
    }),
    root: Nullable(Type.String({ description: 'Root hash over the entries that are intact, in base64.' })),
    rows_compared: Nullable(Type.Integer({ description: 'Number of table rows compared with the entries.' })),
    differences: Nullable(Type.Integer({ description: 'Number of differences.' })),
    first_difference: Nullable(
      Closed({
        index: Nullable(Type.Integer({ description: 'The entry; null for a row that no entry creates.' })),
        says: Nullable(
          Type.String({
            description: 'The difference, for users who can read every entry; null for others.',
          }),
        ),
        entry: Nullable(EntryNamed),
      }),
    ),
  },
  { $id: 'LedgerVerification' },
)
export type LedgerVerification = Type.Static<typeof LedgerVerification>

/** A checkpoint that the server has stored. */
export const KeptLedgerCheckpoint = Closed(
  {
    size: Type.Integer({ description: 'Number of entries that the checkpoint covers.' }),
    root: Type.String({ description: 'Root hash of the tree over these entries, in base64.' }),
    at: Timestamp(),
    checkpoint: Type.String({ description: 'The signed note, verbatim.' }),
  },
  { $id: 'KeptLedgerCheckpoint' },
)
export type KeptLedgerCheckpoint = Type.Static<typeof KeptLedgerCheckpoint>

const { size, root, checkpoint } = ledgerOperations.getLedgerCheckpoint.reply.example
const verification: LedgerVerification = {
  id: '019345d0-1f2e-7a44-9b10-3c5d7e9f1a2b',
  state: 'holds',
  started_by: 'Quinn Manager',
  started_at: '2026-11-21T04:57:01.000Z',
  finished_at: '2026-11-21T04:57:02.310Z',
  entries_done: size,
  entries_total: size,
  root,
  rows_compared: 24,
  differences: 0,
  first_difference: null,
}
const tag = 'Ledger'

/** Operations on the ledger that only the app API has: stored checkpoints and verification. */
export const appLedgerOperations = defineOperations({
  listLedgerCheckpoints: {
    method: 'GET',
    path: '/ledger/checkpoints',
    tag,
    summary: 'List stored checkpoints',
    description: 'Newest first. While the ledger grows, one checkpoint is stored per minute.',
    scope: 'read',
    query: Closed({ ...pageQuery }),
    reply: {
      status: 200,
      schema: PageOf(KeptLedgerCheckpoint, 'KeptLedgerCheckpointPage'),
      description: 'A page of checkpoints.',
      example: {
        data: [{ size, root, at: '2026-11-21T04:57:00.000Z', checkpoint }],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
  getLedgerVerification: {
    method: 'GET',
    path: '/ledger/verification',
    tag,
    summary: 'Read the last verification of the ledger',
    description: 'Includes a verification that is still running, no matter where it was started.',
    scope: 'read',
    reply: {
      status: 200,
      schema: Closed({ latest: Nullable(LedgerVerification) }, { $id: 'LatestLedgerVerification' }),
      description: 'The last verification; null if there was none.',
      example: { latest: verification },
    },
    errors: [],
  },
  startLedgerVerification: {
    method: 'POST',
    path: '/ledger/verification',
    tag,
    summary: 'Verify the whole ledger',
    description:
      'Recomputes every entry, node, head and checkpoint, and compares every table with them, in the background and as of a single point in time. Only one verification runs at a time; if one is running, it is returned. Users limited to sites get 404.',
    scope: 'write',
    // It changes nothing that is regulated, and a check counts for more if the auditor makes it.
    roles: ['admin', 'manager', 'auditor'],
    reply: {
      status: 200,
      schema: LedgerVerification,
      description: 'The running verification.',
      example: {
        ...verification,
        state: 'running',
        finished_at: null,
        entries_done: 0,
        root: null,
        rows_compared: null,
        differences: null,
      },
    },
    errors: ['FORBIDDEN', 'INVALID_REQUEST', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
})
