import { Type } from 'typebox'
import { REASON_LENGTH_MAX } from '../../public/calibration.ts'
import { Finding, FindingDetail, FindingListQuery, judgements } from '../../public/findings/finding.ts'
import {
  exampleFinding,
  exampleFindingDetail,
  findingOperations,
  findingParams,
} from '../../public/findings/finding-operations.ts'
import { defineOperations } from '../../shared/operation.ts'
import { PageOf } from '../../shared/page.ts'
import { CalendarDate, Closed, Nullable, OneOf, TrimmedText, Uuid } from '../../shared/values.ts'

/** Maximum length of a note or conclusion. */
const FINDING_TEXT_LENGTH_MAX = 4000

/** Maximum number of calibrations that one request judges. */
export const JUDGED_MAX = 1000

/** Optional members of each finding in the list of the app. */
export const findingIncludes = ['touched'] as const

/** Number of calibrations that a finding touches, across all sites. */
export const TouchedCount = Closed(
  {
    total: Type.Integer(),
    unjudged: Type.Integer({ description: 'Number of calibrations without a judgement.' }),
  },
  { $id: 'TouchedCount' },
)
export type TouchedCount = Type.Static<typeof TouchedCount>

/** A finding in the list of the app. */
export const AppFinding = Closed(
  {
    ...Finding.properties,
    touched: Type.Optional(Nullable(TouchedCount)),
  },
  { $id: 'AppFinding' },
)
export type AppFinding = Type.Static<typeof AppFinding>

/** Query of the list of findings in the app. */
export const AppFindingListQuery = Closed({
  ...FindingListQuery.properties,
  include: Type.Optional(Type.String({ description: 'One of: touched.', examples: ['touched'] })),
})
export type AppFindingListQuery = Type.Static<typeof AppFindingListQuery>

/** Body of POST /findings/{finding_id}/judgements. */
export const FindingJudgement = Closed(
  {
    calibration_ids: Type.Array(Uuid(), { minItems: 1, maxItems: JUDGED_MAX }),
    judgement: OneOf(judgements),
    reason: Type.Optional(
      Nullable(TrimmedText(REASON_LENGTH_MAX, { description: 'Required for `no_impact`.' })),
    ),
  },
  { $id: 'FindingJudgement' },
)
export type FindingJudgement = Type.Static<typeof FindingJudgement>

/** Body of POST /findings/{finding_id}/notes. */
const FindingNoteBody = Closed({ text: TrimmedText(FINDING_TEXT_LENGTH_MAX) }, { $id: 'FindingNoteBody' })

/** Body of PATCH /findings/{finding_id}: only sent keys change. */
export const FindingUpdate = Closed(
  {
    owner_person_id: Type.Optional(Nullable(Uuid({ description: 'A member of the workspace.' }))),
    due_date: Type.Optional(Nullable(CalendarDate())),
  },
  { $id: 'FindingUpdate' },
)
export type FindingUpdate = Type.Static<typeof FindingUpdate>

/** Body of POST /findings/{finding_id}/close: an electronic signature. */
export const FindingClosing = Closed(
  {
    conclusion: TrimmedText(FINDING_TEXT_LENGTH_MAX),
    password: Type.String({ minLength: 1, description: 'Password of the signer, entered again.' }),
    meaning: TrimmedText(REASON_LENGTH_MAX, {
      description: 'Meaning of the signature.',
      examples: ['Assessed and closed'],
    }),
  },
  { $id: 'FindingClosing' },
)
export type FindingClosing = Type.Static<typeof FindingClosing>

const tag = 'Findings'
const writers = ['admin', 'manager'] as const
const errors = [
  'INVALID_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'VALIDATION_ERROR',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
] as const
const reply = {
  status: 200,
  schema: FindingDetail,
  description: 'The finding after the change.',
  example: exampleFindingDetail,
} as const

/** Operations of admins and managers on findings, which the public API can only read. */
export const appFindingOperations = defineOperations({
  listFindings: {
    ...findingOperations.listFindings,
    description: `${findingOperations.listFindings.description} \`touched\` is present if included, and null for open findings on a page with more touched calibrations than a list counts.`,
    query: AppFindingListQuery,
    reply: {
      status: 200,
      schema: PageOf(AppFinding, 'AppFindingPage'),
      description: 'A page of findings, optionally with the number of judged calibrations.',
      example: {
        data: [{ ...exampleFinding, touched: { total: 1, unjudged: 1 } }],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
  },
  updateFinding: {
    method: 'PATCH',
    path: '/findings/{finding_id}',
    tag,
    summary: 'Set owner and due date of a finding',
    description: '409 for a closed one.',
    scope: 'write',
    roles: writers,
    params: findingParams,
    body: FindingUpdate,
    reply,
    errors,
  },
  judgeFinding: {
    method: 'POST',
    path: '/findings/{finding_id}/judgements',
    tag,
    summary: 'Judge calibrations touched by a finding',
    description:
      'The judgement replaces any earlier one, which stays in the ledger. If any ID is not touched by the finding or is at a site that the user cannot access, the request is refused and nothing is judged. 409 for a closed finding.',
    scope: 'write',
    roles: writers,
    params: findingParams,
    body: FindingJudgement,
    reply,
    errors,
  },
  noteFinding: {
    method: 'POST',
    path: '/findings/{finding_id}/notes',
    tag,
    summary: 'Add a note to a finding',
    description: '409 for a closed one.',
    scope: 'write',
    roles: writers,
    params: findingParams,
    body: FindingNoteBody,
    reply: { ...reply, status: 201 },
    errors,
  },
  closeFinding: {
    method: 'POST',
    path: '/findings/{finding_id}/close',
    tag,
    summary: 'Sign and close a finding',
    description:
      'Refused with 409 while any touched calibration, at any site, has no judgement. A wrong password returns 422 with `details.field` = `password`.',
    scope: 'write',
    roles: writers,
    params: findingParams,
    body: FindingClosing,
    reply,
    errors: [...errors, 'RATE_LIMITED'],
  },
})
