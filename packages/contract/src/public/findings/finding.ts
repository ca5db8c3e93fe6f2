import { Type } from 'typebox'
import { calibrationResults } from '../../shared/calibration-result.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { CalendarDate, Closed, Nullable, OneOf, Timestamp, Uuid, WordsQuery } from '../../shared/values.ts'

/** Whether a finding is still open. */
export const findingStatuses = ['open', 'closed'] as const
export type FindingStatus = (typeof findingStatuses)[number]

/** What ended a finding. */
export const findingEndings = ['concluded', 'record_voided', 'record_corrected'] as const
export type FindingEnding = (typeof findingEndings)[number]

/** Decisions on a calibration that a finding touches. */
export const judgements = ['no_impact', 'recalibrate', 'recall', 'customer_informed'] as const
export type Judgement = (typeof judgements)[number]

/** An instrument as findings name it. */
const NamedInstrument = Closed(
  {
    id: Uuid({ description: 'ID of the instrument.' }),
    asset_tag: Nullable(Type.String({ description: 'Its asset tag.' })),
    name: Nullable(Type.String({ description: 'Its name.' })),
  },
  { $id: 'FindingInstrument', description: 'The instrument, with its human-readable identifiers.' },
)

/** A reading as found that was out of tolerance. */
export const FindingPoint = Closed(
  {
    position: Nullable(
      Type.Integer({ description: 'Position in `measurements`, starting at 1; null for a single reading.' }),
    ),
    function: Nullable(Type.String({ description: 'Measured quantity or function, such as `DC voltage`.' })),
    channel: Nullable(
      Type.String({ description: 'Channel or function, for an instrument that has several.' }),
    ),
    range: Nullable(Type.String({ description: 'Selected range, such as `10 V`.' })),
    nominal: Nullable(Type.String({ description: 'With its unit.' })),
    as_found: Type.String({ description: 'The reading, or the mean of several readings.' }),
    percent_of_tolerance: Nullable(
      Type.String({
        description: 'Magnitude of the error in percent of the tolerance; null if it cannot be computed.',
      }),
    ),
  },
  { $id: 'FindingPoint', description: 'An as-found reading that was out of tolerance.' },
)
export type FindingPoint = Type.Static<typeof FindingPoint>

const person = Nullable(
  Closed(
    {
      id: Uuid({ description: 'Id of the person.' }),
      name: Type.String({ description: 'Name of the person.' }),
    },
    {
      $id: 'FindingOwner',
      description: 'The person responsible for the follow-up; null if none is assigned.',
    },
  ),
)
const text = (description: string) => Nullable(Type.String({ description }))

const findingMembers = {
  id: Uuid({ description: 'ID of the finding.' }),
  status: OneOf(findingStatuses, { description: 'Whether the finding is still open.' }),
  instrument: NamedInstrument,
  calibration_id: Uuid({
    description: 'The record that opened the finding, or the correction that replaced it.',
  }),
  result: OneOf(calibrationResults, { description: 'Result of that record.' }),
  performed_at: Timestamp({ description: 'When that record was performed.' }),
  opened_at: Timestamp({ description: 'When its record took effect.' }),
  opened_by: Type.String({ description: 'The person whose action made the record take effect.' }),
  points: Type.Array(FindingPoint, { description: 'As-found readings that were out of tolerance.' }),
  size_percent: text('The greatest `percent_of_tolerance` of its points; null if none could be computed.'),
  owner: person,
  due_date: Nullable(
    CalendarDate({ description: 'The date by which the finding is to be closed; null if none is set.' }),
  ),
  closed_at: Nullable(Timestamp({ description: 'When the finding was closed; null while it is open.' })),
  closed_by: Nullable(
    Type.String({ description: 'Name of the person who closed the finding, as it was at that time.' }),
  ),
  closed_because: Nullable(
    OneOf(findingEndings, {
      description:
        '`concluded`: by a signature. The others follow by themselves when its record is voided, or is corrected to one that is in tolerance.',
    }),
  ),
  conclusion: text('The conclusion, as signed.'),
  signature_meaning: text('Meaning of the signature.'),
}

/** A finding: that an instrument was out of tolerance. */
export const Finding = Closed(findingMembers, {
  $id: 'Finding',
  description: 'An instrument that was found out of tolerance, and the follow-up.',
})
export type Finding = Type.Static<typeof Finding>

const FindingNote = Closed(
  {
    written_at: Timestamp({ description: 'When the note was written.' }),
    written_by: Type.String({
      description: 'Name of the person who wrote the note, as it was at that time.',
    }),
    text: Type.String({ description: 'Text of the note.' }),
  },
  { $id: 'FindingNote', description: 'A note on a finding.' },
)

/** How many calibrations a finding touches on a level. */
const TouchedLevel = Closed(
  {
    level: Type.Integer({
      description:
        '1: calibrated with the instrument itself; 2: calibrated with a level 1 instrument; and so on.',
    }),
    total: Type.Integer({ description: 'Calibrations at this level.' }),
    unjudged: Type.Integer({ description: 'Number of calibrations without a judgement.' }),
  },
  { $id: 'TouchedLevel', description: 'The number of touched calibrations at one level.' },
)
export type TouchedLevel = Type.Static<typeof TouchedLevel>

/** GET /findings/{finding_id}. */
export const FindingDetail = Closed(
  {
    ...findingMembers,
    window: Closed(
      {
        from: Nullable(
          Timestamp({
            description:
              'The last record in effect that left the instrument in tolerance; null if there is none.',
          }),
        ),
        to: Timestamp({ description: 'When the instrument was found out of tolerance.' }),
      },
      { description: 'The period in which the instrument may have been out of tolerance.' },
    ),
    notes: Type.Array(FindingNote, {
      description:
        'Oldest first. The first is the `out_of_tolerance_impact` of the record, if it states one.',
    }),
    touched: Closed(
      {
        total: Type.Integer({ description: 'Number of touched calibrations, across all sites.' }),
        unjudged: Type.Integer({
          description:
            'Number of touched calibrations without a judgement. The finding can be closed when there are none.',
        }),
        elsewhere: Type.Integer({
          description: 'Number of touched calibrations at sites that the caller cannot access.',
        }),
        levels: Type.Array(TouchedLevel, { description: 'Limited to what the caller can access.' }),
      },
      { description: 'Number of touched calibrations.' },
    ),
  },
  {
    $id: 'FindingDetail',
    description: 'A finding with its notes and the number of calibrations that it touches.',
  },
)
export type FindingDetail = Type.Static<typeof FindingDetail>

/** A calibration that a finding touches. */
export const TouchedItem = Closed(
  {
    calibration_id: Uuid({ description: 'ID of the record.' }),
    instrument: NamedInstrument,
    performed_at: Timestamp({ description: 'When the calibration was performed.' }),
    result: OneOf(calibrationResults, { description: 'Result of the calibration.' }),
    level: Type.Integer({
      description:
        '1: calibrated with the instrument of the finding; 2: calibrated with a level 1 instrument; and so on.',
    }),
    via: NamedInstrument,
    judgement: Nullable(
      OneOf(judgements, { description: 'The judgement on the calibration; null if not yet judged.' }),
    ),
    reason: Nullable(Type.String({ description: 'Reason for the judgement.' })),
    judged_at: Nullable(Timestamp({ description: 'When the calibration was judged.' })),
    judged_by: Nullable(
      Type.String({ description: 'Name of the person who judged it, as it was at that time.' }),
    ),
  },
  { $id: 'TouchedItem', description: 'A calibration that a finding touches, and its judgement.' },
)
export type TouchedItem = Type.Static<typeof TouchedItem>

export const FindingPage = PageOf(Finding, 'FindingPage')
export const TouchedPage = PageOf(TouchedItem, 'TouchedPage')

export const FindingListQuery = Closed({
  ...pageQuery,
  status: Type.Optional(
    WordsQuery(findingStatuses, {
      description: 'One or more values, comma-separated.',
      examples: ['open'],
    }),
  ),
  instrument_id: Type.Optional(Uuid({ description: 'Findings of this instrument.' })),
  calibration_id: Type.Optional(
    Uuid({
      description:
        'The finding opened by this record. If a correction replaced the record, the finding belongs to the correction.',
    }),
  ),
})
export type FindingListQuery = Type.Static<typeof FindingListQuery>

export const TouchedListQuery = Closed({
  ...pageQuery,
  level: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: 'Calibrations at this level.' }),
  ),
  judged: Type.Optional(
    OneOf(['true', 'false'], { description: 'Only those with a judgement, or only those without.' }),
  ),
})
