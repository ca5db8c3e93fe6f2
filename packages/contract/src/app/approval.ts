import { Type } from 'typebox'
import { CalibrationRecord, REASON_LENGTH_MAX } from '../public/calibration.ts'
import { ItemRefusal } from '../shared/refusals.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { CalendarDate, Closed, Nullable, OneOf, Text, Timestamp, Uuid } from '../shared/values.ts'

/** Most records that one request approves. */
export const APPROVAL_BATCH_MAX = 100

/** Body of an approval of several records; password and meaning are given together or not at all. */
export const ApprovalBatch = Closed(
  {
    calibration_ids: Type.Array(Uuid(), {
      minItems: 1,
      maxItems: APPROVAL_BATCH_MAX,
      description: 'Each is approved for itself, in this order; one that is named twice is approved once.',
    }),
    password: Type.Optional(Nullable(Type.String({ description: "The approver's own, entered again." }))),
    meaning: Type.Optional(
      Nullable(Text(REASON_LENGTH_MAX, { description: 'What each of the signatures says.' })),
    ),
  },
  { $id: 'ApprovalBatch' },
)
export type ApprovalBatch = Type.Static<typeof ApprovalBatch>

/** What became of one record of a batch. */
export const ApprovalOutcome = Closed(
  {
    calibration_id: Uuid(),
    outcome: OneOf(['approved', 'refused']),
    calibration: Type.Optional(CalibrationRecord),
    error: Nullable(ItemRefusal),
  },
  { $id: 'ApprovalOutcome' },
)
export type ApprovalOutcome = Type.Static<typeof ApprovalOutcome>

/** What became of a batch. */
export const ApprovalOutcomes = Closed(
  { results: Type.Array(ApprovalOutcome, { description: 'One for each record, in the order of the body.' }) },
  { $id: 'ApprovalOutcomes' },
)
export type ApprovalOutcomes = Type.Static<typeof ApprovalOutcomes>

/** Why the asking person may not approve a record. */
export const approvalObstacles = ['role', 'own_record'] as const
export type ApprovalObstacle = (typeof approvalObstacles)[number]

const ApprovalObstacleOrNull = () =>
  Nullable(
    OneOf(approvalObstacles, {
      description:
        'Why the asking person may not approve it: their role, or that they performed or entered it themselves where the policy asks for four eyes. Null when they may.',
    }),
  )

/** A record that waits for its decision, with what one decides by. */
export const WaitingRecord = Closed(
  {
    calibration: CalibrationRecord,
    instrument: Closed({
      id: Uuid(),
      asset_tag: Nullable(Type.String()),
      name: Type.String(),
      site_id: Uuid(),
      unit_of_measure: Nullable(Type.String({ description: 'As it was when the record was made.' })),
    }),
    requires_electronic_signature: Type.Boolean(),
    approval_obstacle: ApprovalObstacleOrNull(),
  },
  { $id: 'WaitingRecord' },
)
export type WaitingRecord = Type.Static<typeof WaitingRecord>

export const WaitingRecordPage = PageOf(WaitingRecord, 'WaitingRecordPage')

/** Query of GET /approvals. */
export const WaitingRecordQuery = Closed({ ...pageQuery, site_id: Type.Optional(Uuid()) })

const text = () => Nullable(Type.String())

/** What a record page shows beside the record itself. */
export const CalibrationDetails = Closed(
  {
    as_recorded: Closed(
      {
        laboratory: Type.String(),
        site: Type.String(),
        location: text(),
        asset_tag: text(),
        name: Type.String(),
        manufacturer: text(),
        model: text(),
        serial_number: text(),
        unit_of_measure: text(),
      },
      { description: 'The instrument and its place as they were when the record was made.' },
    ),
    performer: Closed({
      id: Nullable(Uuid({ description: 'The person; null for the system.' })),
      name: Type.String({ description: 'As the record prints it.' }),
    }),
    standards_in_force: Type.Array(Type.String(), {
      description:
        'Keys of the standards whose requirements a correction of this record has to meet: those that were selected when the first record of its chain was appended.',
    }),
    requires_electronic_signature: Type.Boolean({
      description: 'Whether its approval has to be signed now.',
    }),
    approval_obstacle: ApprovalObstacleOrNull(),
    approved_automatically: Type.Boolean({ description: 'By the policy, without anybody looking at it.' }),
    signed_leaf_hash: Nullable(
      Type.String({ description: 'What the electronic signature signs: the leaf of the record, in hex.' }),
    ),
    ledger: Type.Array(
      Closed({
        index: Type.Integer({ description: 'Place in the ledger.' }),
        at: Timestamp(),
        kind: Type.String({ description: 'As the activity log names it.' }),
        actor: Closed({
          type: OneOf(['api_key', 'user', 'system']),
          name: Nullable(Type.String({ description: 'Printed name of the person, as it was then.' })),
        }),
        reason: text(),
        leaf_hash: Type.String({ description: "SHA-256 of the entry in the ledger's tree, in hex." }),
      }),
      { description: 'The entries that describe this record, in order.' },
    ),
    open_correction_id: Nullable(
      Uuid({ description: 'A correction of this record that waits for its decision.' }),
    ),
    after_void: Nullable(
      Closed({
        counts_now: Type.Boolean({ description: 'Whether the due date follows from this record now.' }),
        basis: Nullable(Closed({ calibration_id: Uuid(), performed_at: Timestamp(), result: Type.String() })),
        due_date: Nullable(CalendarDate({ description: "In the workspace's zone." })),
        quarantine: Nullable(
          OneOf(['set', 'lifted'], {
            description: 'What happens to the quarantine of the instrument; null: nothing.',
          }),
        ),
      }),
    ),
  },
  {
    $id: 'CalibrationDetails',
    description: '`after_void` says what would hold if the record were voided now; null where it cannot be.',
  },
)
export type CalibrationDetails = Type.Static<typeof CalibrationDetails>
