import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, PAGE_OFFSET_MAX } from '../shared/page.ts'
import { Closed, Nullable, Uuid } from '../shared/values.ts'

/** One regulated change, identified by its position in the ledger. */
export const Change = Closed(
  {
    cursor: Type.Integer({ description: 'Position in the ledger. Send the last one as `after`.' }),
    at: Type.String({ description: 'UTC timestamp. It never decreases as the cursor increases.' }),
    type: Type.String({
      description:
        'What happened, such as `calibration.appended`, `calibration.approved`, `calibration.voided`, `instrument.retired`; more may be added.',
      examples: ['calibration.approved'],
    }),
    resource: Type.String({
      description:
        'The type of object that changed: `instrument`, `calibration`, `document`, `finding`, or `workspace` for `workspace.due_dates_recomputed`.',
      examples: ['calibration'],
    }),
    id: Type.String({
      description: 'ID of the object that changed. For a void: ID of the voided record.',
    }),
    instrument_id: Nullable(
      Uuid({ description: 'The instrument concerned; null for a change to the workspace.' }),
    ),
  },
  { $id: 'Change', description: 'One regulated change, identified by its position in the ledger.' },
)
export type Change = Type.Static<typeof Change>

/** A page of changes after a cursor. */
export const ChangePage = Closed(
  {
    data: Type.Array(Change, { description: 'Changes, oldest first.' }),
    cursor: Type.Integer({
      description:
        'The cursor for the next request. It advances even if the page is empty, and stays the same if there is nothing new.',
    }),
    pagination: Closed(
      {
        limit: Type.Integer({ description: 'Maximum number of rows on a page, as requested.' }),
        has_more: Type.Boolean({ description: 'True if you should request the next page immediately.' }),
      },
      { description: 'Whether more rows are currently available.' },
    ),
  },
  { $id: 'ChangePage', description: 'Changes after a cursor, in the order of the ledger.' },
)
export type ChangePage = Type.Static<typeof ChangePage>

const example: Change = {
  cursor: 1742,
  at: '2026-11-21T04:56:39.123Z',
  type: 'calibration.approved',
  resource: 'calibration',
  id: '019345b8-7c20-7b3e-9f10-4d6a8c2e1b50',
  instrument_id: '019345b4-11f2-7c55-a0de-5f3b7a9c2e47',
}

export const changeOperations = defineOperations({
  listChanges: {
    method: 'GET',
    path: '/changes',
    tag: 'Ledger',
    summary: 'List all regulated changes',
    description:
      'Changes to instruments, calibrations, documents and findings in ledger order, each exactly once. Positions in the ledger are assigned one at a time, and each is committed before the next is assigned: a client that keeps the cursor misses nothing, even if commits are slow, and needs no clock. A page can contain fewer rows than `limit`, or none; continue as long as `has_more` is true. A row only states that an object changed; read the object again by its ID. Consequences of a change have no row of their own: a record changes the basis, due date and status of its instrument and can quarantine it or return it from an external calibration, and an approved correction supersedes the record in its `supersedes_id`. For each row, therefore, also read the instrument in `instrument_id` and that record again. A key limited to sites sees changes to instruments that are currently at its sites, and the move of an instrument away from them, which is 404 from then on; for an instrument that moves to one of its sites, the move is the first visible change, and you need to read its records again. `workspace.due_dates_recomputed` means that the due dates of many instruments changed with a time zone: read `GET /instruments` with its `at` as `updated_since`. To start with a full copy, first read `GET /ledger/checkpoint`, then read the lists from the beginning as for incremental sync, and then continue from its `size` minus one. After a restore from an older backup, start over: a cursor beyond the end of the ledger is refused with 422 `INVALID_REQUEST`, but once the ledger has grown past it, the restore can no longer be detected from the cursor.',
    scope: 'read',
    query: Closed({
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: PAGE_OFFSET_MAX,
          description:
            'The cursor of the previous response. Defaults to the beginning of the ledger. The cursor for its current end is the `size` of `GET /ledger/checkpoint` minus one.',
        }),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: PAGE_LIMIT_MAX,
        default: PAGE_LIMIT_DEFAULT,
        description: 'Maximum number of rows on a page.',
      }),
    }),
    reply: {
      status: 200,
      schema: ChangePage,
      description: 'Changes, oldest first.',
      example: { data: [example], cursor: 1742, pagination: { limit: 50, has_more: false } },
    },
    errors: ['VALIDATION_ERROR', 'INVALID_REQUEST'],
  },
})
