import { Type } from 'typebox'
import { REASON_LENGTH_MAX } from '../../public/calibration.ts'
import {
  PROCEDURE_CODE_LENGTH_MAX,
  procedureContent,
  procedureContentStated,
  ProcedureRevision,
} from '../../public/procedures/procedure.ts'
import { exampleRevision, procedureParams } from '../../public/procedures/procedure-operations.ts'
import { defineOperations } from '../../shared/operation.ts'
import { Closed, NameText, Nullable, TrimmedText, Uuid } from '../../shared/values.ts'
import { settingsVersion } from '../workspace.ts'

const code = NameText(PROCEDURE_CODE_LENGTH_MAX, {
  description: 'Unique within the workspace, case-insensitively. Cannot be changed.',
  examples: ['CP-DIM-01'],
})

/** Body of POST /procedures, and the form of an exported procedure. */
export const ProcedureCreate = Closed(
  { code, title: procedureContent.title, ...procedureContentStated },
  { $id: 'ProcedureCreate' },
)
export type ProcedureCreate = Type.Static<typeof ProcedureCreate>

/** Body of PATCH /procedures/{procedure_id}/draft: only sent keys change. */
export const ProcedureDraftUpdate = Closed(
  { title: Type.Optional(procedureContent.title), ...procedureContentStated },
  { $id: 'ProcedureDraftUpdate' },
)
export type ProcedureDraftUpdate = Type.Static<typeof ProcedureDraftUpdate>

/** Maximum number of instruments of a procedure that are listed; all of them are counted. */
export const NAMED_FOLLOWERS_MAX = 50

/** The instruments that follow a procedure. */
export const ProcedureFollowers = Closed(
  {
    total: Type.Integer({ description: "Limited to the user's sites, excluding retired instruments." }),
    overridden: Type.Integer({ description: 'Number of these that have point overrides.' }),
    instruments: Type.Array(
      Closed({
        id: Uuid(),
        asset_tag: Nullable(Type.String()),
        name: Nullable(Type.String()),
        is_overridden: Type.Boolean({ description: 'Whether it has point overrides.' }),
      }),
      { description: `The first ${NAMED_FOLLOWERS_MAX} by asset tag.` },
    ),
  },
  { $id: 'ProcedureFollowers' },
)
export type ProcedureFollowers = Type.Static<typeof ProcedureFollowers>

/** Maximum size of a file of points. */
const POINTS_FILE_LENGTH_MAX = 500_000

/** Body of POST /procedures/{procedure_id}/draft/points. */
export const ProcedurePointsFile = Closed(
  {
    csv: Type.String({
      minLength: 1,
      maxLength: POINTS_FILE_LENGTH_MAX,
      description:
        'File content in the format of GET /procedures/{procedure_id}/revisions/{revision}/points.csv: a header line, then one line per point, separated by commas, semicolons or tabs.',
    }),
  },
  { $id: 'ProcedurePointsFile' },
)
export type ProcedurePointsFile = Type.Static<typeof ProcedurePointsFile>

/** Body of POST /procedures/{procedure_id}/release: an electronic signature. */
export const ProcedureRelease = Closed(
  {
    password: Type.String({ minLength: 1, description: 'Password of the signer, entered again.' }),
    meaning: TrimmedText(REASON_LENGTH_MAX, {
      description: 'Meaning of the signature.',
      examples: ['Reviewed and released'],
    }),
  },
  { $id: 'ProcedureRelease' },
)
export type ProcedureRelease = Type.Static<typeof ProcedureRelease>

const ProcedureWithdrawal = Closed({ reason: TrimmedText(REASON_LENGTH_MAX) }, { $id: 'ProcedureWithdrawal' })

const revisionParams = Closed({
  procedure_id: Uuid(),
  revision: Type.String({ pattern: '^[1-9][0-9]{0,8}$', examples: ['2'] }),
})
const draft: ProcedureRevision = {
  ...exampleRevision,
  revision: 3,
  state: 'draft',
  released_at: null,
  released_by: null,
  signature_meaning: null,
}

const tag = 'Procedures'
const writers = ['admin', 'manager'] as const
const actErrors = ['INVALID_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'] as const
const writeErrors = [...actErrors, 'CONFLICT', 'PAYLOAD_TOO_LARGE'] as const
const revisionReply = (description: string, example: ProcedureRevision) =>
  ({
    status: 200,
    schema: ProcedureRevision,
    description,
    headers: settingsVersion.reply,
    example,
  }) as const

/** Operations that write, release and exchange procedures, which belong to the whole workspace. */
export const appProcedureOperations = defineOperations({
  getProcedureRevision: {
    method: 'GET',
    path: '/procedures/{procedure_id}/revisions/{revision}',
    tag,
    summary: 'Read a revision',
    scope: 'read',
    params: revisionParams,
    reply: revisionReply('The revision.', exampleRevision),
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
  listProcedureFollowers: {
    method: 'GET',
    path: '/procedures/{procedure_id}/instruments',
    tag,
    summary: 'List the instruments that follow a procedure',
    description:
      'The instruments affected by a release: from then on, their calibrations follow the new revision.',
    scope: 'read',
    params: procedureParams,
    reply: {
      status: 200,
      schema: ProcedureFollowers,
      description: 'The number of instruments, and the first of them.',
      example: {
        total: 1,
        overridden: 0,
        instruments: [
          {
            id: '019345b0-77de-7a10-8c22-0a1b2c3d4e5f',
            asset_tag: 'CAL-0042',
            name: 'Digital caliper',
            is_overridden: false,
          },
        ],
      },
    },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
  createProcedure: {
    method: 'POST',
    path: '/procedures',
    tag,
    summary: 'Add a procedure',
    description:
      'Its first revision is a draft. An exported procedure has the same form as the body; points and budgets get new IDs. `documents` refers to documents of other procedures of the workspace.',
    scope: 'write',
    roles: writers,
    body: ProcedureCreate,
    reply: { ...revisionReply('The draft.', { ...draft, revision: 1 }), status: 201 },
    errors: writeErrors.filter((error) => error !== 'NOT_FOUND'),
  },
  createProcedureDraft: {
    method: 'POST',
    path: '/procedures/{procedure_id}/draft',
    tag,
    summary: 'Start the next revision',
    description:
      'Creates a draft with the content of the released revision or, if there is none, of the newest one. 409 if there is already a draft.',
    scope: 'write',
    roles: writers,
    params: procedureParams,
    reply: { ...revisionReply('The draft.', draft), status: 201 },
    errors: [...actErrors, 'CONFLICT'],
  },
  updateProcedureDraft: {
    method: 'PATCH',
    path: '/procedures/{procedure_id}/draft',
    tag,
    summary: 'Change the draft',
    description:
      'Only the members that are sent are changed; points, budgets and documents are replaced as a whole. 409 if there is no draft.',
    scope: 'write',
    roles: writers,
    params: procedureParams,
    headers: settingsVersion.request,
    body: ProcedureDraftUpdate,
    reply: revisionReply('The draft after the change.', draft),
    errors: [...writeErrors, 'PRECONDITION_FAILED'],
  },
  importProcedurePoints: {
    method: 'POST',
    path: '/procedures/{procedure_id}/draft/points',
    tag,
    summary: 'Replace the points of the draft with those of a file',
    description:
      'Points whose `id` exists in the draft keep it; other points are new. 409 if there is no draft.',
    scope: 'write',
    roles: writers,
    params: procedureParams,
    headers: settingsVersion.request,
    body: ProcedurePointsFile,
    reply: revisionReply('The draft after the change.', draft),
    errors: [...writeErrors, 'PRECONDITION_FAILED'],
  },
  discardProcedureDraft: {
    method: 'DELETE',
    path: '/procedures/{procedure_id}/draft',
    tag,
    summary: 'Discard the draft',
    description: 'If the procedure has no other revision, it is deleted as well. 409 if there is no draft.',
    scope: 'write',
    roles: writers,
    params: procedureParams,
    reply: { status: 204, description: 'It has been deleted.' },
    errors: [...actErrors, 'CONFLICT'],
  },
  releaseProcedure: {
    method: 'POST',
    path: '/procedures/{procedure_id}/release',
    tag,
    summary: 'Sign and release the draft',
    description:
      'From now on, calibrations follow this revision, and it can no longer be changed. The previously released revision is withdrawn. A wrong password returns 422 with `details.field` = `password`. 409 if there is no draft.',
    scope: 'write',
    roles: writers,
    params: procedureParams,
    headers: settingsVersion.request,
    body: ProcedureRelease,
    reply: revisionReply('The released revision.', exampleRevision),
    errors: [...writeErrors, 'PRECONDITION_FAILED', 'RATE_LIMITED'],
  },
  withdrawProcedure: {
    method: 'POST',
    path: '/procedures/{procedure_id}/withdraw',
    tag,
    summary: 'Withdraw the released revision',
    description:
      'Instruments keep the procedure, but their calibrations require no points until another revision is released. 409 if none is released.',
    scope: 'write',
    roles: writers,
    params: procedureParams,
    body: ProcedureWithdrawal,
    reply: revisionReply('The withdrawn revision.', {
      ...exampleRevision,
      state: 'withdrawn',
      withdrawn_at: '2026-11-21T04:56:39.123Z',
      withdrawal_reason: 'The gauge blocks are no longer available',
    }),
    errors: writeErrors,
  },
  exportProcedure: {
    method: 'GET',
    path: '/procedures/{procedure_id}/revisions/{revision}/procedure.json',
    tag,
    summary: 'Export a revision as a file',
    description: 'Has the form of a POST /procedures body, without the documents.',
    scope: 'read',
    params: revisionParams,
    reply: { status: 200, contentType: 'application/json', description: 'The file.' },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
  exportProcedurePoints: {
    method: 'GET',
    path: '/procedures/{procedure_id}/revisions/{revision}/points.csv',
    tag,
    summary: 'Export the points of a revision',
    description: 'One line per point.',
    scope: 'read',
    params: revisionParams,
    reply: { status: 200, contentType: 'text/csv', description: 'The file.' },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
})
