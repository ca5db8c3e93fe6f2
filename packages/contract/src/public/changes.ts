import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX, PAGE_OFFSET_MAX } from '../shared/page.ts'
import { Closed, Nullable, Uuid } from '../shared/values.ts'

/** One regulated change, by its place in the ledger. */
export const Change = Closed(
  {
    cursor: Type.Integer({ description: 'Place in the ledger. Send the last one back as `after`.' }),
    at: Type.String({ description: 'UTC timestamp; never falls as the cursor rises.' }),
    type: Type.String({
      description:
        'What happened, such as `calibration.appended`, `calibration.approved`, `calibration.voided`, `instrument.retired`; others may come.',
      examples: ['calibration.approved'],
    }),
    resource: Type.String({
      description:
        'What it happened to: `instrument`, `calibration`, `document`, `finding`, or `workspace` for `workspace.due_dates_recomputed`.',
      examples: ['calibration'],
    }),
    id: Type.String({
      description: 'Id of what changed; of a void, that of the record that was declared invalid.',
    }),
    instrument_id: Nullable(Uuid({ description: 'The instrument that it is about; null of a workspace.' })),
  },
  { $id: 'Change' },
)
export type Change = Type.Static<typeof Change>

/** Changes behind a cursor. */
export const ChangePage = Closed(
  {
    data: Type.Array(Change, { description: 'Changes, oldest first.' }),
    cursor: Type.Integer({
      description:
        'The cursor to go on with. It moves on also where a page is empty, and stays where nothing is new.',
    }),
    pagination: Closed(
      {
        limit: Type.Integer({ description: 'Most rows of a page, as requested.' }),
        has_more: Type.Boolean({ description: 'Whether to ask again at once.' }),
      },
      { description: 'Whether there is more for now.' },
    ),
  },
  { $id: 'ChangePage' },
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
    summary: 'Follow every regulated change',
    description:
      'Changes of instruments, calibrations, documents and findings in the order of the ledger, each once. Places in the ledger are taken one after another, and each is committed before the next is taken: a client that keeps the cursor misses nothing, however slow commits are, and needs no clock. A page may hold fewer rows than `limit`, or none; go on as long as `has_more`. Read each thing again by its id: what a row says is that it changed. What follows from a change has no row of its own: a record changes basis, due date and status of its instrument, and may quarantine it or bring it back from sending out, and an approved correction supersedes the record in its `supersedes_id`. So with each row read the instrument in `instrument_id` again, and that record. A key limited to sites sees the changes of instruments that are in its sites now, and the move of one that leaves them, which is 404 from then on; of one that comes into them, the move is the first change to be seen, and its records are read anew. `workspace.due_dates_recomputed` says that the due dates of many instruments moved with a time zone: read `GET /instruments` with its `at` as `updated_since`. To begin with a copy, read `GET /ledger/checkpoint` first, then the lists from the beginning as for incremental sync, and follow from its `size` less one. After a restore from an older backup begin anew: a cursor that the ledger does not reach is refused with 422 `INVALID_REQUEST`, but once the ledger has grown beyond it that cannot be told from the cursor.',
    scope: 'read',
    query: Closed({
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: PAGE_OFFSET_MAX,
          description:
            'The cursor of the response before; the beginning of the ledger when it is not sent. The present end is the `size` of `GET /ledger/checkpoint`, less one.',
        }),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: PAGE_LIMIT_MAX,
        default: PAGE_LIMIT_DEFAULT,
        description: 'Most rows of a page.',
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
