import { Type } from 'typebox'
import { CalibrationRecord, REASON_LENGTH_MAX } from '../public/calibration.ts'
import { ItemRefusal } from '../shared/refusals.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { CalendarDate, Closed, Nullable, OneOf, Text, Timestamp, Uuid } from '../shared/values.ts'

/** Maximum number of records that one request approves. */
export const APPROVAL_BATCH_MAX = 100

/** Body of an approval of several records; password and meaning are given together or not at all. */
export const ApprovalBatch = Closed(
  {
    calibration_ids: Type.Array(Uuid(), {
      minItems: 1,
      maxItems: APPROVAL_BATCH_MAX,
      description: 'Each record is approved separately, in this order; duplicates are approved once.',
    }),
    password: Type.Optional(
      Nullable(Type.String({ description: 'Password of the approver, entered again.' })),
    ),
    meaning: Type.Optional(Nullable(Text(REASON_LENGTH_MAX, { description: 'Meaning of each signature.' }))),
  },
  { $id: 'ApprovalBatch' },
)
export type ApprovalBatch = Type.Static<typeof ApprovalBatch>

/** The outcome for one record of a batch. */
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

/** The outcome of a batch. */
export const ApprovalOutcomes = Closed(
  { results: Type.Array(ApprovalOutcome, { description: 'One result for each record, in request order.' }) },
  { $id: 'ApprovalOutcomes' },
)
export type ApprovalOutcomes = Type.Static<typeof ApprovalOutcomes>

/** The reason why the requesting person cannot approve a record. */
export const approvalObstacles = ['role', 'own_record'] as const
export type ApprovalObstacle = (typeof approvalObstacles)[number]

const ApprovalObstacleOrNull = () =>
  Nullable(
    OneOf(approvalObstacles, {
      description:
        'Why the current user cannot approve the record: their role, or because they performed or entered it and the policy requires independent approval. Null if they can.',
    }),
  )

/** A record that is pending approval, with the data needed to decide. */
export const WaitingRecord = Closed(
  {
    calibration: CalibrationRecord,
    instrument: Closed({
      id: Uuid(),
      asset_tag: Nullable(Type.String()),
      name: Type.String(),
      site_id: Uuid(),
      unit_of_measure: Nullable(Type.String({ description: 'As it was when the record was created.' })),
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

/** The data that a record page shows in addition to the record itself. */
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
      { description: 'The instrument and its location, as they were when the record was created.' },
    ),
    performer: Closed({
      id: Nullable(Uuid({ description: 'The person; null for the system.' })),
      name: Type.String({ description: 'As printed on the record.' }),
    }),
    standards_in_force: Type.Array(Type.String(), {
      description:
        'Keys of the standards whose requirements a correction of this record must meet: those selected when the first record of its chain was appended.',
    }),
    requires_electronic_signature: Type.Boolean({
      description: 'Whether its approval currently requires a signature.',
    }),
    approval_obstacle: ApprovalObstacleOrNull(),
    approved_automatically: Type.Boolean({
      description: 'Whether the record was approved automatically by the policy, without review.',
    }),
    signed_leaf_hash: Nullable(
      Type.String({
        description: 'What the electronic signature signs: the leaf hash of the record, in hex.',
      }),
    ),
    ledger: Type.Array(
      Closed({
        index: Type.Integer({ description: 'Index in the ledger.' }),
        at: Timestamp(),
        kind: Type.String({ description: 'Name used in the activity log.' }),
        actor: Closed({
          type: OneOf(['api_key', 'user', 'system']),
          name: Nullable(Type.String({ description: 'Printed name of the person, as it was at that time.' })),
        }),
        reason: text(),
        leaf_hash: Type.String({ description: 'SHA-256 leaf hash of the entry in the ledger tree, in hex.' }),
      }),
      { description: 'The entries that describe this record, in order.' },
    ),
    open_correction_id: Nullable(
      Uuid({ description: 'A correction of this record that is pending approval.' }),
    ),
    after_void: Nullable(
      Closed({
        counts_now: Type.Boolean({ description: 'Whether the current due date results from this record.' }),
        basis: Nullable(Closed({ calibration_id: Uuid(), performed_at: Timestamp(), result: Type.String() })),
        due_date: Nullable(CalendarDate({ description: "In the workspace's zone." })),
        quarantine: Nullable(
          OneOf(['set', 'lifted'], {
            description: 'Effect on the quarantine of the instrument; null if none.',
          }),
        ),
      }),
    ),
  },
  {
    $id: 'CalibrationDetails',
    description: '`after_void` shows the state if the record were voided now; null if it cannot be voided.',
  },
)
export type CalibrationDetails = Type.Static<typeof CalibrationDetails>
