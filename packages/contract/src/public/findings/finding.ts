import { Type } from 'typebox'
import { calibrationResults } from '../../shared/calibration-result.ts'
import { PageOf, pageQuery } from '../../shared/page.ts'
import { CalendarDate, Closed, Nullable, OneOf, Timestamp, Uuid, WordsQuery } from '../../shared/values.ts'

/** Whether somebody still has to look at a finding. */
export const findingStatuses = ['open', 'closed'] as const
export type FindingStatus = (typeof findingStatuses)[number]

/** What ended a finding. */
export const findingEndings = ['concluded', 'record_voided', 'record_corrected'] as const
export type FindingEnding = (typeof findingEndings)[number]

/** What is to become of a calibration that a finding touches. */
export const judgements = ['no_impact', 'recalibrate', 'recall', 'customer_informed'] as const
export type Judgement = (typeof judgements)[number]

/** An instrument as findings name it. */
const NamedInstrument = Closed(
  {
    id: Uuid({ description: 'Id of the instrument.' }),
    asset_tag: Nullable(Type.String({ description: 'Its asset tag.' })),
    name: Nullable(Type.String({ description: 'Its name.' })),
  },
  { $id: 'FindingInstrument', description: 'The instrument, by the names that people know.' },
)

/** A reading as found that was out of tolerance. */
export const FindingPoint = Closed(
  {
    position: Nullable(
      Type.Integer({ description: 'Place in `measurements`, from 1; null for a single reading.' }),
    ),
    function: Nullable(Type.String({ description: 'What is measured: `DC voltage`.' })),
    channel: Nullable(Type.String({ description: 'Of an instrument that has several.' })),
    range: Nullable(Type.String({ description: 'The range that was set: `10 V`.' })),
    nominal: Nullable(Type.String({ description: 'With its unit.' })),
    as_found: Type.String({ description: 'The reading, of several their mean.' }),
    percent_of_tolerance: Nullable(
      Type.String({
        description: 'Magnitude of the error in percent of the tolerance; null where it cannot be computed.',
      }),
    ),
  },
  { $id: 'FindingPoint' },
)
export type FindingPoint = Type.Static<typeof FindingPoint>

const person = Nullable(
  Closed(
    {
      id: Uuid({ description: 'Id of the person.' }),
      name: Type.String({ description: 'Name of the person.' }),
    },
    { $id: 'FindingOwner', description: 'Who follows it up; null while nobody does.' },
  ),
)
const text = (description: string) => Nullable(Type.String({ description }))

const findingMembers = {
  id: Uuid({ description: 'Id of the finding.' }),
  status: OneOf(findingStatuses, { description: 'Whether somebody still has to look at it.' }),
  instrument: NamedInstrument,
  calibration_id: Uuid({ description: 'The record that opened it, or the correction in its place.' }),
  result: OneOf(calibrationResults, { description: 'Result of that record.' }),
  performed_at: Timestamp({ description: 'When that record was performed.' }),
  opened_at: Timestamp({ description: 'When its record took effect.' }),
  opened_by: Type.String({ description: 'Whose act let the record take effect.' }),
  points: Type.Array(FindingPoint, { description: 'Readings as found that were out of tolerance.' }),
  size_percent: text('The greatest `percent_of_tolerance` of its points; null where none could be computed.'),
  owner: person,
  due_date: Nullable(CalendarDate({ description: 'The day by which it is to be closed; null without one.' })),
  closed_at: Nullable(Timestamp({ description: 'When it was closed; null while it is open.' })),
  closed_by: Nullable(Type.String({ description: 'Name, at that time, of the person who closed it.' })),
  closed_because: Nullable(
    OneOf(findingEndings, {
      description:
        '`concluded`: by a signature. The others follow by themselves when its record is voided, or is corrected to one that is in tolerance.',
    }),
  ),
  conclusion: text('As it was signed.'),
  signature_meaning: text('What the signature says.'),
}

/** A finding: that an instrument was out of tolerance. */
export const Finding = Closed(findingMembers, {
  $id: 'Finding',
  description: 'That an instrument was out of tolerance, with what was done about it.',
})
export type Finding = Type.Static<typeof Finding>

const FindingNote = Closed(
  {
    written_at: Timestamp({ description: 'When it was written.' }),
    written_by: Type.String({ description: 'Name, at that time, of the person who wrote it.' }),
    text: Type.String({ description: 'What it says.' }),
  },
  { $id: 'FindingNote' },
)

/** How many calibrations a finding touches on a level. */
const TouchedLevel = Closed(
  {
    level: Type.Integer({
      description: '1: made with the instrument itself; 2: with an instrument of level 1; and so on.',
    }),
    total: Type.Integer({ description: 'Calibrations of this level.' }),
    unjudged: Type.Integer({ description: 'Those without a judgement.' }),
  },
  { $id: 'TouchedLevel' },
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
            description: 'Its last record in effect that was left in tolerance; null without one.',
          }),
        ),
        to: Timestamp({ description: 'When it was found out of tolerance.' }),
      },
      { description: 'The time within which it may have been out of tolerance.' },
    ),
    notes: Type.Array(FindingNote, {
      description: 'Oldest first. The first is `out_of_tolerance_impact` of the record, where it states one.',
    }),
    touched: Closed(
      {
        total: Type.Integer({ description: 'Calibrations that it touches, at every site.' }),
        unjudged: Type.Integer({
          description: 'Those without a judgement. It can be closed when there are none.',
        }),
        elsewhere: Type.Integer({ description: 'Those of sites that the caller does not reach.' }),
        levels: Type.Array(TouchedLevel, { description: 'Within reach of the caller.' }),
      },
      { description: 'How many calibrations it touches.' },
    ),
  },
  { $id: 'FindingDetail' },
)
export type FindingDetail = Type.Static<typeof FindingDetail>

/** A calibration that a finding touches. */
export const TouchedItem = Closed(
  {
    calibration_id: Uuid({ description: 'Id of the record.' }),
    instrument: NamedInstrument,
    performed_at: Timestamp({ description: 'When it was performed.' }),
    result: OneOf(calibrationResults, { description: 'Result of the record.' }),
    level: Type.Integer({
      description: '1: made with the instrument of the finding; 2: with an instrument of level 1; and so on.',
    }),
    via: NamedInstrument,
    judgement: Nullable(
      OneOf(judgements, { description: 'What is to become of it; null while nobody has judged.' }),
    ),
    reason: Nullable(Type.String({ description: 'Why it was judged so.' })),
    judged_at: Nullable(Timestamp({ description: 'When it was judged.' })),
    judged_by: Nullable(Type.String({ description: 'Name, at that time, of the person who judged.' })),
  },
  { $id: 'TouchedItem' },
)
export type TouchedItem = Type.Static<typeof TouchedItem>

export const FindingPage = PageOf(Finding, 'FindingPage')
export const TouchedPage = PageOf(TouchedItem, 'TouchedPage')

export const FindingListQuery = Closed({
  ...pageQuery,
  status: Type.Optional(
    WordsQuery(findingStatuses, {
      description: 'One or several, separated by commas.',
      examples: ['open'],
    }),
  ),
  instrument_id: Type.Optional(Uuid({ description: 'Findings of this instrument.' })),
  calibration_id: Type.Optional(
    Uuid({
      description: 'The finding of this record. One that a correction took over is that of the correction.',
    }),
  ),
})
export type FindingListQuery = Type.Static<typeof FindingListQuery>

export const TouchedListQuery = Closed({
  ...pageQuery,
  level: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: 'Calibrations of this level.' }),
  ),
  judged: Type.Optional(
    OneOf(['true', 'false'], { description: 'Only those with a judgement, or only those without.' }),
  ),
})
