import { Type } from 'typebox'
import { intervalUnits } from '../../fields/instrument.ts'
import { defineOperations, entityTagHeader } from '../../shared/operation.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { Closed, Nullable, OneOf, Uuid } from '../../shared/values.ts'
import { instrumentParams } from '../instrument-operations.ts'

/** How an interval is suggested: by NCSLI RP-1, or not at all. */
export const adviceMethods = ['a3', 'staircase', 's1', 'none'] as const
export type AdviceMethod = (typeof adviceMethods)[number]

/** Why an interval is kept, shortened or lengthened. */
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

/** Why a record says nothing of its interval. */
export const exclusionReasons = ['adjusted', 'limited', 'failed', 'damaged'] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

/** By what instruments are put together for advice. */
export const adviceGroupings = ['model', 'category', 'procedure'] as const
export type AdviceGrouping = (typeof adviceGroupings)[number]

/** Most records that advice names as left out; `excluded_count` counts all of them. */
export const ADVICE_EXCLUDED_MAX = 100

/** A calibration interval. */
export const Interval = Closed(
  {
    value: Type.Integer({ description: 'How many units.' }),
    unit: OneOf(intervalUnits, { description: 'Days, months or years.' }),
  },
  { $id: 'Interval', description: 'A calibration interval; null without one.' },
)
export type Interval = Type.Static<typeof Interval>

const adviceMembers = {
  method: OneOf(adviceMethods, {
    description:
      '`staircase` for fewer than 6 events, `s1` from 30 on, `a3` between; `none` without events or without an interval.',
  }),
  target_reliability: Type.Number({ description: 'The target of the workspace, as a share.' }),
  events: Type.Integer({ description: 'Calibrations that say whether an interval was kept in tolerance.' }),
  in_tolerance: Type.Integer({ description: 'Those that found the instrument in tolerance.' }),
  observed_reliability: Nullable(Type.Number({ description: '`in_tolerance` by `events`.' })),
  confidence: Nullable(
    Closed(
      {
        level: Type.Number({ description: 'Level of confidence, as a share.' }),
        lower: Type.Number({ description: 'Lower limit, as a share.' }),
        upper: Type.Number({ description: 'Upper limit, as a share.' }),
      },
      {
        $id: 'ReliabilityConfidence',
        description: 'Limits of the observed reliability (Clopper and Pearson).',
      },
    ),
  ),
  current_interval: Nullable(Interval),
  suggested_interval: Nullable(Interval),
  reason: OneOf(adviceReasons, {
    description: 'Why the interval is kept, shortened or lengthened, or why nothing is suggested.',
  }),
  excluded: Type.Array(
    Closed({
      calibration_id: Uuid({ description: 'Id of the record.' }),
      why: OneOf(exclusionReasons, { description: 'Why it says nothing of the interval.' }),
    }),
    {
      description: `Records that say nothing of their interval, ${ADVICE_EXCLUDED_MAX} at most, the latest performed first.`,
    },
  ),
  excluded_count: Type.Integer({ description: 'How many there are in all.' }),
}

/** What the records of an instrument suggest of its interval. */
export const IntervalAdvice = Closed(adviceMembers, { $id: 'IntervalAdvice' })
export type IntervalAdvice = Type.Static<typeof IntervalAdvice>

/** Which instruments advice is about; what does not belong to the grouping is null. */
export const AdviceGroup = Closed(
  {
    group_by: OneOf(adviceGroupings, { description: 'By what instruments are put together.' }),
    manufacturer: Nullable(
      Type.String({ description: 'Manufacturer of the model; of groups by model alone.' }),
    ),
    model: Nullable(Type.String({ description: 'The model; of groups by model alone.' })),
    category: Nullable(Type.String({ description: 'The category; of groups by category alone.' })),
    procedure_id: Nullable(Uuid({ description: 'The procedure; of groups by procedure alone.' })),
    procedure_code: Nullable(Type.String({ description: 'Code of that procedure.' })),
  },
  { $id: 'AdviceGroup', description: 'Which instruments the advice is about.' },
)
export type AdviceGroup = Type.Static<typeof AdviceGroup>

/** What the records of a group suggest of its interval. */
export const GroupIntervalAdvice = Closed(
  {
    group: AdviceGroup,
    instruments: Type.Integer({ description: 'Instruments of the group that are not retired.' }),
    instruments_at_current_interval: Type.Integer({
      description: 'Those of them that have the current interval, which is the most frequent one.',
    }),
    ...adviceMembers,
  },
  { $id: 'GroupIntervalAdvice' },
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
  'As found decides: a record with any point out of tolerance as found counts against the interval, one with all of them in, or a PASS without a comparable one, for it. Approved records count that are neither voided nor superseded. Nothing is changed by advice.'

/** Advice on calibration intervals. */
export const intervalAdviceOperations = defineOperations({
  getInstrumentIntervalAdvice: {
    method: 'GET',
    path: '/instruments/{instrument_id}/interval-advice',
    tag: 'Interval advice',
    summary: 'Read what the records of an instrument suggest of its interval',
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
    summary: 'List what the records of groups of instruments suggest',
    description: `${described} Groups with most instruments come first. Instruments that name no model, category or procedure belong to no group; records of retired ones count.`,
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
