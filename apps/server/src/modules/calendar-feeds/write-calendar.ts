import ical, { escape, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator'
import { fill, messagesOf } from '../../platform/messages.ts'
import type { DueDate } from '../compliance/index.ts'

/** The data of a calendar. */
export interface CalendarInput {
  readonly dueDates: readonly DueDate[]
  /** Title of the calendar, such as the name of the workspace. */
  readonly title: string
  /** ISO 639 code of the texts. */
  readonly language: string
  /** URL of the workspace in the application, without a trailing slash. */
  readonly base: string
}

/** Requested refresh interval; most calendar programs use their own. */
const REFRESH_SECONDS = 4 * 60 * 60

/**
 * Writes due dates as an iCalendar file (RFC 5545): one all-day event per instrument, which keeps its UID if its due
 * date moves. The same due dates produce the same bytes.
 */
export function writeCalendar({ dueDates, title, language, base }: CalendarInput): string {
  const texts = messagesOf('calendar', language)
  const calendar = ical({
    prodId: { company: 'Plumbline', product: 'Due dates', language },
    // The library escapes the texts of events, but not this one.
    name: escape(fill(texts.name, { title }), false),
    ttl: REFRESH_SECONDS,
  })
  for (const due of dueDates) {
    const { instrumentId, assetTag, name, serialNumber, siteName, location, isOverdue, changedAt } = due
    const instrument = [assetTag, name].filter((part) => part !== '').join(' ')
    calendar.createEvent({
      id: `calibration-due-${instrumentId}`,
      sequence: sequenceOf(changedAt),
      stamp: changedAt,
      lastModified: changedAt,
      start: Temporal.PlainDate.from(due.dueOn),
      allDay: true,
      summary: fill(isOverdue ? texts.overdue : texts.due, { instrument }),
      description: serialNumber === null ? null : fill(texts.serialNumber, { serialNumber }),
      location: [siteName, location].filter((part) => part !== null && part !== '').join(', '),
      url: `${base}/instruments/${instrumentId}`,
      // A due date does not make anyone busy.
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    })
  }
  // The library omits the end of the last line.
  return `${calendar.toString()}\r\n`
}

const SEQUENCE_BEGINS = Date.UTC(2020, 0, 1)

/** Returns a number that increases with every change: minutes, which fit into 31 bits for 4000 years. */
function sequenceOf(changedAt: Date): number {
  return Math.max(0, Math.floor((changedAt.getTime() - SEQUENCE_BEGINS) / 60_000))
}
