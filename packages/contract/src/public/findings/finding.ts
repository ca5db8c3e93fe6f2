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
  { id: Uuid(), asset_tag: Nullable(Type.String()), name: Nullable(Type.String()) },
  { $id: 'FindingInstrument' },
)

/** A reading as found that was out of tolerance. */
export const FindingPoint = Closed(
  {
    position: Nullable(
      Type.Integer({ description: 'Place in `measurements`, from 1; null for a single reading.' }),
    ),
    function: Nullable(Type.String()),
    channel: Nullable(Type.String()),
    range: Nullable(Type.String()),
    nominal: Nullable(Type.String({ description: 'With its unit.' })),
    as_found: Type.String({ description: 'The reading, of several their mean.' }),
    percent_of_tolerance: Nullable(Type.String()),
  },
  { $id: 'FindingPoint' },
)
export type FindingPoint = Type.Static<typeof FindingPoint>

const person = Nullable(Closed({ id: Uuid(), name: Type.String() }, { $id: 'FindingOwner' }))
const text = (description: string) => Nullable(Type.String({ description }))

const findingMembers = {
  id: Uuid(),
  status: OneOf(findingStatuses),
  instrument: NamedInstrument,
  calibration_id: Uuid({ description: 'The record that opened it, or the correction in its place.' }),
  result: OneOf(calibrationResults, { description: 'Of that record.' }),
  performed_at: Timestamp({ description: 'When that record was performed.' }),
  opened_at: Timestamp(),
  opened_by: Type.String({ description: 'Whose act let the record take effect.' }),
  points: Type.Array(FindingPoint, { description: 'Readings as found that were out of tolerance.' }),
  size_percent: text('The greatest `percent_of_tolerance` of its points; null where none could be computed.'),
  owner: person,
  due_date: Nullable(CalendarDate()),
  closed_at: Nullable(Timestamp()),
  closed_by: Nullable(Type.String()),
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
export const Finding = Closed(findingMembers, { $id: 'Finding' })
export type Finding = Type.Static<typeof Finding>

const FindingNote = Closed(
  { written_at: Timestamp(), written_by: Type.String(), text: Type.String() },
  { $id: 'FindingNote' },
)

/** How many calibrations a finding touches on a level. */
const TouchedLevel = Closed(
  {
    level: Type.Integer({
      description: '1: made with the instrument itself; 2: with an instrument of level 1; and so on.',
    }),
    total: Type.Integer(),
    unjudged: Type.Integer(),
  },
  { $id: 'TouchedLevel' },
)
export type TouchedLevel = Type.Static<typeof TouchedLevel>

/** GET /findings/{finding_id}. */
export const FindingDetail = Closed(
  {
    ...findingMembers,
    window: Closed({
      from: Nullable(
        Timestamp({ description: 'Its last record in effect that was left in tolerance; null without one.' }),
      ),
      to: Timestamp({ description: 'When it was found out of tolerance.' }),
    }),
    notes: Type.Array(FindingNote, {
      description: 'Oldest first. The first is `out_of_tolerance_impact` of the record, where it states one.',
    }),
    touched: Closed({
      total: Type.Integer({ description: 'Calibrations that it touches, at every site.' }),
      unjudged: Type.Integer({
        description: 'Those without a judgement. It can be closed when there are none.',
      }),
      elsewhere: Type.Integer({ description: 'Those of sites that the caller does not reach.' }),
      levels: Type.Array(TouchedLevel, { description: 'Within reach of the caller.' }),
    }),
  },
  { $id: 'FindingDetail' },
)
export type FindingDetail = Type.Static<typeof FindingDetail>

/** A calibration that a finding touches. */
export const TouchedItem = Closed(
  {
    calibration_id: Uuid(),
    instrument: NamedInstrument,
    performed_at: Timestamp(),
    result: OneOf(calibrationResults),
    level: Type.Integer(),
    via: NamedInstrument,
    judgement: Nullable(OneOf(judgements)),
    reason: Nullable(Type.String()),
    judged_at: Nullable(Timestamp()),
    judged_by: Nullable(Type.String()),
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
  instrument_id: Type.Optional(Uuid()),
  calibration_id: Type.Optional(
    Uuid({
      description: 'The finding of this record. One that a correction took over is that of the correction.',
    }),
  ),
})
export type FindingListQuery = Type.Static<typeof FindingListQuery>

export const TouchedListQuery = Closed({
  ...pageQuery,
  level: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  judged: Type.Optional(
    OneOf(['true', 'false'], { description: 'Only those with a judgement, or only those without.' }),
  ),
})
