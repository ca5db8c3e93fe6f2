import { Type } from 'typebox'
import { defineOperations } from '../shared/operation.ts'
import { dueSelection } from './due-selection.ts'
import { Closed, Nullable, PrintLanguage, Timestamp, Uuid } from '../shared/values.ts'

/** Maximum number of calendar feeds of a person in a workspace. */
export const CALENDAR_FEEDS_MAX = 20

/** Number of days ahead that a calendar feed covers. */
export const CALENDAR_FEED_DAYS = 366

/** Maximum number of due dates in a calendar feed, which contains the earliest. */
export const CALENDAR_FEED_EVENTS_MAX = 2000

/** The path of calendar feeds; the secret of the feed is in the query string, which the request log omits. */
export const CALENDAR_FEED_PATH = '/calendar.ics'

const chosen = {
  ...dueSelection,
  language: Nullable(
    PrintLanguage({
      description: 'ISO 639 code of its texts; null: that of the certificates of the workspace.',
    }),
  ),
}

/** A calendar of due dates that a person subscribes to. */
export const CalendarFeed = Closed(
  {
    id: Uuid(),
    ...chosen,
    created_at: Timestamp(),
    last_read_at: Nullable(
      Timestamp({ description: 'When a calendar program last asked for it, to the hour; null: never.' }),
    ),
  },
  { $id: 'CalendarFeed' },
)
export type CalendarFeed = Type.Static<typeof CalendarFeed>

/** Body of POST /calendar-feeds. */
export const CalendarFeedCreate = Closed(chosen, { $id: 'CalendarFeedCreate' })
export type CalendarFeedCreate = Type.Static<typeof CalendarFeedCreate>

/** A new calendar feed with its address, which is shown once. */
export const CreatedCalendarFeed = Closed(
  {
    ...CalendarFeed.properties,
    url: Type.String({
      description: 'Anyone who has it reads the calendar without signing in. It is shown once.',
    }),
  },
  { $id: 'CreatedCalendarFeed' },
)
export type CreatedCalendarFeed = Type.Static<typeof CreatedCalendarFeed>

const CalendarFeeds = Closed(
  { data: Type.Array(CalendarFeed, { description: 'Newest first.' }) },
  { $id: 'CalendarFeeds' },
)

const example: CalendarFeed = {
  id: '019345b0-2c4e-7d11-9a30-5e8f1b7c6d11',
  site_ids: null,
  categories: ['Torque'],
  mine: null,
  language: 'en',
  created_at: '2026-11-21T04:56:39.123Z',
  last_read_at: null,
}
const tag = 'Notifications'

/** Operations on the current user's calendar feeds. */
export const calendarFeedOperations = defineOperations({
  listCalendarFeeds: {
    method: 'GET',
    path: '/calendar-feeds',
    tag,
    summary: 'List the calendar feeds of the asking person',
    scope: 'read',
    reply: {
      status: 200,
      schema: CalendarFeeds,
      description: 'The feeds, without their addresses.',
      example: { data: [example] },
    },
    errors: [],
  },
  createCalendarFeed: {
    method: 'POST',
    path: '/calendar-feeds',
    tag,
    summary: 'Create a calendar feed of due dates',
    description:
      'An iCalendar file that calendar programs subscribe to: overdue instruments and due dates of the next 366 days, within what the person reaches when it is read. At most 20 for a person.',
    scope: 'read',
    body: CalendarFeedCreate,
    reply: {
      status: 201,
      schema: CreatedCalendarFeed,
      showsSecret: true,
      description: 'The feed with its address.',
      example: {
        ...example,
        url: 'https://calibration.example.com/calendar.ics?token=019345b0-2c4e-7d11-9a30-5e8f1b7c6d10.019345b0-2c4e-7d11-9a30-5e8f1b7c6d11.JxV5hC0v3c1mS8dF',
      },
    },
    errors: ['INVALID_REQUEST', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR'],
  },
  deleteCalendarFeed: {
    method: 'DELETE',
    path: '/calendar-feeds/{feed_id}',
    tag,
    summary: 'Revoke a calendar feed',
    description: 'Its address leads nowhere from now on.',
    scope: 'read',
    params: Closed({ feed_id: Uuid() }),
    reply: { status: 204, description: 'It is gone.' },
    errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
  },
})
