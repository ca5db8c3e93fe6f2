import { Type } from 'typebox'
import { intervalUnits } from '../../fields/instrument.ts'
import { defineOperations, entityTagHeader } from '../../shared/operation.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { Closed, Nullable, OneOf, Uuid } from '../../shared/values.ts'
import { instrumentParams } from '../instrument-operations.ts'

/** How an interval is suggested: by NCSLI RP-1, or not at all. */
export const adviceMethods = ['a3', 'staircase', 's1', 'none'] as const
export type AdviceMethod = (typeof adviceMethods)[number]

/** Reasons to retain, shorten or lengthen an interval. */
export const adviceReasons = [
  'no_interval',
  'no_events',
  'target_within_confidence',
  'target_above_confidence',
  'target_below_confidence',
  'last_in_tolerance',
  'last_out_of_tolerance',
] as const
export type AdviceReason = (typeof adviceReasons)[number]

/** Why a record provides no evidence about its interval. */
export const exclusionReasons = ['adjusted', 'limited', 'failed', 'damaged'] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

/** By what instruments are put together for advice. */
export const adviceGroupings = ['model', 'category', 'procedure'] as const
export type AdviceGrouping = (typeof adviceGroupings)[number]

/** Maximum number of excluded records that advice lists; `excluded_count` counts all of them. */
export const ADVICE_EXCLUDED_MAX = 100

/** A calibration interval. */
export const Interval = Closed(
  {
    value: Type.Integer({ description: 'Number of units.' }),
    unit: OneOf(intervalUnits, { description: 'Days, months or years.' }),
  },
  { $id: 'Interval', description: 'A calibration interval; null if there is none.' },
)
export type Interval = Type.Static<typeof Interval>

const adviceMembers = {
  method: OneOf(adviceMethods, {
    description:
      '`staircase` for fewer than 6 events, `a3` for 6 to 29, `s1` for 30 or more; `none` if there are no events or no interval.',
  }),
  target_reliability: Type.Number({ description: 'Reliability target of the workspace, as a fraction.' }),
  events: Type.Integer({
    description:
      'Number of calibrations that show whether the instrument stayed in tolerance for the interval.',
  }),
  in_tolerance: Type.Integer({ description: 'Number of these that found the instrument in tolerance.' }),
  observed_reliability: Nullable(Type.Number({ description: '`in_tolerance` by `events`.' })),
  confidence: Nullable(
    Closed(
      {
        level: Type.Number({ description: 'Confidence level, as a fraction.' }),
        lower: Type.Number({ description: 'Lower limit, as a fraction.' }),
        upper: Type.Number({ description: 'Upper limit, as a fraction.' }),
      },
      {
        $id: 'ReliabilityConfidence',
        description: 'Confidence limits of the observed reliability (Clopper-Pearson).',
      },
    ),
  ),
  current_interval: Nullable(Interval),
  suggested_interval: Nullable(Interval),
  reason: OneOf(adviceReasons, {
    description: 'Why the advice is to keep, shorten or lengthen the interval, or why there is none.',
  }),
  excluded: Type.Array(
    Closed({
      calibration_id: Uuid({ description: 'ID of the record.' }),
      why: OneOf(exclusionReasons, {
        description: 'Why the record provides no evidence about the interval.',
      }),
    }),
    {
      description: `Records that provide no evidence about the interval; at most ${ADVICE_EXCLUDED_MAX}, most recently performed first.`,
    },
  ),
  excluded_count: Type.Integer({ description: 'Total number of such records.' }),
}

/** What the records of an instrument suggest about its interval. */
export const IntervalAdvice = Closed(adviceMembers, {
  $id: 'IntervalAdvice',
  description: 'A suggested calibration interval for an instrument, and the evidence for it.',
})
export type IntervalAdvice = Type.Static<typeof IntervalAdvice>

/** Which instruments advice is about; what does not belong to the grouping is null. */
export const AdviceGroup = Closed(
  {
    group_by: OneOf(adviceGroupings, { description: 'The property by which instruments are grouped.' }),
    manufacturer: Nullable(
      Type.String({ description: 'Manufacturer of the model. Only for groups by model.' }),
    ),
    model: Nullable(Type.String({ description: 'The model. Only for groups by model.' })),
    category: Nullable(Type.String({ description: 'The category. Only for groups by category.' })),
    procedure_id: Nullable(Uuid({ description: 'The procedure. Only for groups by procedure.' })),
    procedure_code: Nullable(Type.String({ description: 'Code of that procedure.' })),
  },
  { $id: 'AdviceGroup', description: 'The instruments that the advice applies to.' },
)
export type AdviceGroup = Type.Static<typeof AdviceGroup>

/** What the records of a group of instruments suggest about their interval. */
export const GroupIntervalAdvice = Closed(
  {
    group: AdviceGroup,
    instruments: Type.Integer({ description: 'Number of instruments in the group that are not retired.' }),
    instruments_at_current_interval: Type.Integer({
      description: 'Number of these that have the current interval, which is the most common one.',
    }),
    ...adviceMembers,
  },
  {
    $id: 'GroupIntervalAdvice',
    description: 'A suggested calibration interval for a group of instruments, and the evidence for it.',
  },
)
export type GroupIntervalAdvice = Type.Static<typeof GroupIntervalAdvice>

/** Query of GET /interval-advice. */
export const IntervalAdviceQuery = Closed({
  group_by: OneOf(adviceGroupings, { description: adviceGroupings.join(', ') }),
  ...pageQuery,
})
export type IntervalAdviceQuery = Type.Static<typeof IntervalAdviceQuery>

export const IntervalAdvicePage = PageOf(GroupIntervalAdvice, 'IntervalAdvicePage')
export type IntervalAdvicePage = Type.Static<typeof IntervalAdvicePage>

const example: IntervalAdvice = {
  method: 'a3',
  target_reliability: 0.95,
  events: 20,
  in_tolerance: 15,
  observed_reliability: 0.75,
  confidence: { level: 0.95, lower: 0.5089541282920425, upper: 0.9134285308985655 },
  current_interval: { value: 12, unit: 'months' },
  suggested_interval: { value: 6, unit: 'months' },
  reason: 'target_above_confidence',
  excluded: [{ calibration_id: '019a9c11-8d40-7b6e-9f12-6a4be1c05d33', why: 'adjusted' }],
  excluded_count: 1,
}

const described =
  'The as-found condition decides: a record with any point out of tolerance as found counts against the interval; a record with all points in tolerance, or a PASS without a comparable point, counts for it. Only approved records that are neither voided nor superseded count. Advice changes nothing by itself.'

/** Advice on calibration intervals. */
export const intervalAdviceOperations = defineOperations({
  getInstrumentIntervalAdvice: {
    method: 'GET',
    path: '/instruments/{instrument_id}/interval-advice',
    tag: 'Interval advice',
    summary: 'Read the interval advice for an instrument',
    description: described,
    scope: 'read',
    params: instrumentParams,
    reply: {
      headers: entityTagHeader,
      status: 200,
      schema: IntervalAdvice,
      description: 'The advice.',
      example,
    },
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  },
  listIntervalAdvice: {
    method: 'GET',
    path: '/interval-advice',
    tag: 'Interval advice',
    summary: 'List the interval advice for groups of instruments',
    description: `${described} The largest groups come first. Instruments without a model, category or procedure belong to no group; records of retired instruments count.`,
    scope: 'read',
    query: IntervalAdviceQuery,
    reply: {
      status: 200,
      schema: IntervalAdvicePage,
      description: 'A page of groups.',
      example: {
        data: [
          {
            group: {
              group_by: 'model',
              manufacturer: 'Haldor',
              model: 'C-150',
              category: null,
              procedure_id: null,
              procedure_code: null,
            },
            instruments: 8,
            instruments_at_current_interval: 7,
            ...example,
          },
        ],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
})
