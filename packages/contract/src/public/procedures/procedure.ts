import { Type } from 'typebox'
import { pointFields } from '../../fields/point.ts'
import { type PointField } from '../../fields/point-field.ts'
import { leftOut, MEASUREMENTS_MAX } from '../measurement.ts'
import { readSchemas, statedSchemas } from '../point-schemas.ts'
import { NominalValue } from '../point-values.ts'
import { ProcedureBudget, ProcedureBudgetCreate } from './procedure-budget.ts'
import { PROCEDURE_DOCUMENTS_MAX, ProcedureDocument } from './procedure-document.ts'
import { ProcedureEnvironment, RequiredStandard } from './procedure-environment.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { Closed, NameText, Nullable, Text, Timestamp, Uuid, WordsQuery } from '../../shared/values.ts'

/** Longest code of a procedure. */
export const PROCEDURE_CODE_LENGTH_MAX = 64

/** Longest work instruction. */
export const WORK_INSTRUCTION_LENGTH_MAX = 100_000

/** Uncertainty budgets of one procedure. */
export const BUDGETS_MAX = 50

/** Maximum number of standards that one procedure requires. */
export const REQUIRED_STANDARDS_MAX = 20

/** Maximum number of readings that a point can require. */
export const REPEATS_MAX = 50

/** Longest time to warm up, in minutes: a week. */
const WARM_UP_MINUTES_MAX = 7 * 24 * 60

/** Longest grace period, as of instruments. */
const GRACE_DAYS_MAX = 3650

/** States of a revision. Of one procedure at most one revision is a draft, and at most one is released. */
export const revisionStates = ['draft', 'released', 'withdrawn'] as const
export type RevisionState = (typeof revisionStates)[number]

type PointFields = typeof pointFields
/** What points of procedures state of the table of points. */
type ProcedureFields = {
  [
    Name in keyof PointFields as PointFields[Name] extends { procedure: string } ? Name : never
  ]: PointFields[Name]
}

const procedureFields = Object.fromEntries(
  Object.entries<PointField>(pointFields).filter(([, { procedure }]) => procedure !== undefined),
) as ProcedureFields // Those that the type has.

const pointMembers = readSchemas(procedureFields, {})

const budgetId = Nullable(
  Uuid({ description: 'The budget of the revision from which its uncertainty is computed.' }),
)
const repeats = Type.Integer({
  minimum: 1,
  maximum: REPEATS_MAX,
  description: 'Number of readings to take at this point. Defaults to 1.',
})

/** Never null, and so without the name of the schema that may be. */
const nominal = Closed(NominalValue.properties, { description: 'The value at which the point is measured.' })

/** A point of a procedure. */
export const ProcedurePoint = Closed(
  {
    id: Uuid({ description: 'ID of the point, for use as `point_id`.' }),
    ...pointMembers,
    nominal,
    repeats,
    budget_id: budgetId,
  },
  { $id: 'ProcedurePoint', description: 'Its ID stays the same from one revision to the next.' },
)
export type ProcedurePoint = Type.Static<typeof ProcedurePoint>

/** A point of a procedure as a request states it. */
export const ProcedurePointCreate = Closed(
  {
    id: Type.Optional(
      Nullable(Uuid({ description: 'ID of an existing point in the draft; other points get a new ID.' })),
    ),
    ...statedSchemas(procedureFields, {}),
    nominal,
    repeats: Type.Optional(repeats),
    budget_id: Type.Optional(budgetId),
  },
  { $id: 'ProcedurePointCreate', description: 'A point of a procedure to be recorded.' },
)
export type ProcedurePointCreate = Type.Static<typeof ProcedurePointCreate>

/** The content of a revision other than its points and budgets. */
const instructionFields = {
  scope: Nullable(Text(4000, { description: 'Purpose of the procedure.' })),
  work_instruction: Nullable(Text(WORK_INSTRUCTION_LENGTH_MAX, { description: 'Markdown.' })),
  environment: Nullable(ProcedureEnvironment),
  warm_up_minutes: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: WARM_UP_MINUTES_MAX,
      description: 'Warm-up time before the measurement; null if none is required.',
    }),
  ),
  decision_rule: pointMembers.decision_rule,
  grace_days: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: GRACE_DAYS_MAX,
      description: 'Grace period for new instruments whose model names the procedure.',
    }),
  ),
}

const standards = Type.Array(RequiredStandard, {
  maxItems: REQUIRED_STANDARDS_MAX,
  description: 'Standards required for the procedure.',
})

/** The content of a revision. */
export const procedureContent = {
  title: NameText(255, {
    description: 'Title of the procedure.',
    examples: ['Calibration of calipers'],
  }),
  ...instructionFields,
  documents: Type.Array(ProcedureDocument, {
    description: 'Documents that belong to the work instruction, in order.',
  }),
  required_standards: standards,
  points: Type.Array(ProcedurePoint, { description: 'In order.' }),
  budgets: Type.Array(ProcedureBudget, { description: 'Uncertainty budgets that points can refer to.' }),
}
const ProcedureContentSchema = Closed(procedureContent)
export type ProcedureContent = Type.Static<typeof ProcedureContentSchema>

/** The same in requests; omitted members are empty in a new procedure and stay unchanged in a draft. */
export const procedureContentStated = {
  ...leftOut(instructionFields),
  documents: Type.Optional(
    Type.Array(Uuid(), {
      maxItems: PROCEDURE_DOCUMENTS_MAX,
      uniqueItems: true,
      description:
        'All documents, in order, each by the ID of a document of any procedure of the workspace. A document that is left out is removed.',
    }),
  ),
  required_standards: Type.Optional(standards),
  points: Type.Optional(
    Type.Array(ProcedurePointCreate, {
      maxItems: MEASUREMENTS_MAX,
      description: 'All points, in order.',
    }),
  ),
  budgets: Type.Optional(Type.Array(ProcedureBudgetCreate, { maxItems: BUDGETS_MAX })),
}

const stateFields = {
  revision: Type.Integer({ minimum: 1, description: 'Starts at 1.' }),
  state: Type.String({ description: `One of ${revisionStates.join(', ')}.` }),
  released_at: Nullable(Timestamp({ description: 'When the revision was released; null for a draft.' })),
  released_by: Nullable(
    Type.String({ description: 'Name of the person who signed it, as it was at that time.' }),
  ),
  signature_meaning: Nullable(Type.String({ description: 'Meaning of the signature.' })),
  withdrawn_at: Nullable(
    Timestamp({ description: 'When the revision was withdrawn or replaced by a later one.' }),
  ),
  withdrawal_reason: Nullable(Type.String({ description: 'Null if a later revision replaced it.' })),
}

const code = Type.String({
  description: 'Unique within the workspace, case-insensitively.',
  examples: ['CP-DIM-01'],
})

/** A revision of a procedure with its full content. */
export const ProcedureRevision = Closed(
  {
    procedure_id: Uuid({ description: 'The procedure that this revision belongs to.' }),
    code,
    ...stateFields,
    ...procedureContent,
  },
  { $id: 'ProcedureRevision', description: 'A revision of a procedure with its complete content.' },
)
export type ProcedureRevision = Type.Static<typeof ProcedureRevision>

/** One line of the history of a procedure. */
export const RevisionSummary = Closed(
  { title: Type.String({ description: 'Title of the procedure in that revision.' }), ...stateFields },
  { $id: 'ProcedureRevisionSummary', description: 'A revision of a procedure, without its content.' },
)
export type RevisionSummary = Type.Static<typeof RevisionSummary>

const status = Type.String({
  description: `One of ${revisionStates.join(', ')}: \`released\` while a revision is, else \`draft\` while one is.`,
})

/** One row of the list of procedures. */
export const ProcedureSummary = Closed(
  {
    id: Uuid({ description: 'ID of the procedure.' }),
    code,
    title: Type.String({ description: 'From the released revision, or else the newest one.' }),
    status,
    released_revision: Nullable(
      Type.Integer({ description: 'Number of the released revision; null if none is released.' }),
    ),
    draft_revision: Nullable(Type.Integer({ description: 'Number of the draft; null if there is none.' })),
    point_count: Type.Integer({ description: 'Number of points in the revision that provides the title.' }),
    created_at: Timestamp({ description: 'When the procedure was created.' }),
    updated_at: Timestamp({ description: 'When the procedure was last changed.' }),
  },
  { $id: 'ProcedureSummary', description: 'A procedure as lists contain it.' },
)
export type ProcedureSummary = Type.Static<typeof ProcedureSummary>

export const ProcedurePage = PageOf(ProcedureSummary, 'ProcedurePage')

/** A procedure with its released revision and its history. */
export const ProcedureDetail = Closed(
  {
    id: Uuid({ description: 'ID of the procedure.' }),
    code,
    status,
    released: Type.Unsafe<ProcedureRevision | null>({
      anyOf: [ProcedureRevision, { type: 'null' }],
      description: 'The revision that calibrations follow; null if none is released.',
    }),
    revisions: Type.Array(RevisionSummary, { description: 'Newest first.' }),
  },
  { $id: 'Procedure', description: 'A procedure with its revisions.' },
)
export type ProcedureDetail = Type.Static<typeof ProcedureDetail>

/** Query of GET /procedures. */
export const ProcedureListQuery = Closed({
  ...pageQuery,
  status: Type.Optional(
    WordsQuery(revisionStates, {
      maxLength: 64,
      description: `Comma-separated: ${revisionStates.join(', ')}.`,
    }),
  ),
})
export type ProcedureListQuery = Type.Static<typeof ProcedureListQuery>

const { id: _id, budget_id: _budget, ...askedTexts } = ProcedurePoint.properties

/** A point that a calibration of an instrument requires: a member of `measurements` without its readings. */
export const InstrumentPoint = Closed(
  {
    point_id: Uuid({ description: 'ID of the point, for use in `measurements`.' }),
    ...askedTexts,
    uncertainty: Nullable(
      Closed(
        { budget_id: Uuid({ description: 'ID of one of `budgets`.' }) },
        { $id: 'PointBudget', description: 'The budget from which its uncertainty is computed.' },
      ),
    ),
    override_reason: Nullable(
      Type.String({
        description: 'Why the nominal value or tolerance of the instrument differs from the procedure.',
      }),
    ),
  },
  { $id: 'InstrumentPoint', description: 'A point at which the instrument is calibrated.' },
)
export type InstrumentPoint = Type.Static<typeof InstrumentPoint>

const { points: _points, ...followed } = procedureContent

/** The procedure that a calibration of an instrument follows. */
export const FollowedProcedure = Closed(
  { id: Uuid({ description: 'ID of the procedure.' }), code, revision: stateFields.revision, ...followed },
  { $id: 'FollowedProcedure', description: 'The procedure that the instrument follows.' },
)
export type FollowedProcedure = Type.Static<typeof FollowedProcedure>

/** The points that a calibration of an instrument would currently require. */
export const InstrumentPoints = Closed(
  {
    procedure: Type.Unsafe<FollowedProcedure | null>({
      anyOf: [FollowedProcedure, { type: 'null' }],
      description: 'The released revision of its procedure; null if there is none.',
    }),
    points: Type.Array(InstrumentPoint, {
      description: 'In order, with the overrides of the instrument applied.',
    }),
  },
  {
    $id: 'InstrumentPoints',
    description: 'The procedure of an instrument, and the points at which the instrument is calibrated.',
  },
)
export type InstrumentPoints = Type.Static<typeof InstrumentPoints>
