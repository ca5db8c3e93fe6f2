import { Type } from 'typebox'
import { InstrumentCreate } from '../public/instrument.ts'
import { adviceGroupings, exclusionReasons } from '../public/intervals/interval-advice.ts'
import { intervalUnits } from '../fields/instrument.ts'
import { calibrationResults } from '../shared/calibration-result.ts'
import { defineOperations } from '../shared/operation.ts'
import { PageOf, pageQuery } from '../shared/page.ts'
import { CalendarDate, Closed, Nullable, OneOf, Text, Uuid } from '../shared/values.ts'
import { bulkChangeJobOperations } from './instruments/bulk-change-job.ts'
import { StatusChange } from './instruments/instrument.ts'
import { Job } from './job.ts'

const WORD_LENGTH_MAX = 255

/** The members by which requests identify a group of instruments. */
const groupNamed = {
  group_by: OneOf(adviceGroupings),
  manufacturer: Type.Optional(Text(WORD_LENGTH_MAX)),
  model: Type.Optional(Text(WORD_LENGTH_MAX)),
  category: Type.Optional(Text(WORD_LENGTH_MAX)),
  procedure_id: Type.Optional(Uuid()),
}

/** What a record shows about the interval that ended with it. */
export const adviceVerdicts = ['in_tolerance', 'out_of_tolerance', 'excluded'] as const
export type AdviceVerdict = (typeof adviceVerdicts)[number]

/** A record behind the advice for a group. */
export const AdviceRecord = Closed(
  {
    calibration_id: Uuid(),
    instrument_id: Uuid(),
    asset_tag: Type.String(),
    name: Type.String(),
    performed_on: CalendarDate(),
    result: OneOf(calibrationResults),
    verdict: OneOf(adviceVerdicts),
    why: Nullable(OneOf(exclusionReasons, { description: 'Why the record is excluded.' })),
  },
  { $id: 'AdviceRecord' },
)
export type AdviceRecord = Type.Static<typeof AdviceRecord>

/** Query of GET /interval-advice/records. */
export const AdviceRecordQuery = Closed({
  ...groupNamed,
  verdict: Type.Optional(
    OneOf(['out_of_tolerance', 'excluded'], { description: 'Limits the list to these.' }),
  ),
  ...pageQuery,
})
export type AdviceRecordQuery = Type.Static<typeof AdviceRecordQuery>

/** Body of POST /interval-advice/accept. */
export const AdviceAcceptance = Closed(
  {
    ...groupNamed,
    current_interval_value: InstrumentCreate.properties.calibration_interval_value,
    current_interval_unit: OneOf(intervalUnits),
    calibration_interval_value: InstrumentCreate.properties.calibration_interval_value,
    calibration_interval_unit: OneOf(intervalUnits),
    reason: StatusChange.properties.reason,
  },
  { $id: 'AdviceAcceptance' },
)
export type AdviceAcceptance = Type.Static<typeof AdviceAcceptance>

const AdviceRecordPage = PageOf(AdviceRecord, 'AdviceRecordPage')
const { startBulkChange } = bulkChangeJobOperations
const tag = 'Interval advice'

/** Operations on interval advice that only the app API has. */
export const appIntervalAdviceOperations = defineOperations({
  listAdviceRecords: {
    method: 'GET',
    path: '/interval-advice/records',
    tag,
    summary: 'List the records behind the advice for a group',
    description: 'Most recently performed first.',
    scope: 'read',
    query: AdviceRecordQuery,
    reply: {
      status: 200,
      schema: AdviceRecordPage,
      description: 'A page of records.',
      example: {
        data: [
          {
            calibration_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a11',
            instrument_id: '019345b2-6a1c-7d3e-8f00-2b7c5d1e9a12',
            asset_tag: 'MIC-0042',
            name: 'Outside micrometer',
            performed_on: '2026-11-03',
            result: 'PASS_WITH_ADJUSTMENT',
            verdict: 'out_of_tolerance',
            why: null,
          },
        ],
        pagination: { limit: 50, offset: 0, total: 1, has_more: false },
      },
    },
    errors: ['VALIDATION_ERROR'],
  },
  acceptIntervalAdvice: {
    method: 'POST',
    tag,
    scope: 'write',
    roles: ['admin', 'manager'],
    path: '/interval-advice/accept',
    summary: 'Change the interval of a group in the background',
    description:
      'Starts a job that changes the interval, with a reason, for those instruments of the group that have the current interval and are not retired. The job is a bulk edit in the background and reports outcomes in the same way.',
    headers: startBulkChange.headers,
    body: AdviceAcceptance,
    reply: {
      status: 201,
      schema: Job,
      description: 'The job.',
      example: startBulkChange.reply.example,
    },
    errors: [...startBulkChange.errors, 'NOT_FOUND', 'FILTER_TOO_BROAD'],
  },
})
