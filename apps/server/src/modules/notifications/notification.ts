import type { Notification, NotificationKind } from '@plumbline/contract'

/** The subject of a notification, as of its creation. */
export type NotificationData = Pick<
  Notification,
  | 'subject_type'
  | 'subject_id'
  | 'instrument_id'
  | 'asset_tag'
  | 'title'
  | 'by'
  | 'reason'
  | 'quote'
  | 'count'
  | 'planned_for'
  | 'due_on'
>

/** Something that happened, and whom it concerns. */
export interface Occurrence {
  readonly kind: NotificationKind
  /** Identifies what happened: a person is notified of each cause once. */
  readonly cause: string
  readonly siteId: string | null
  readonly personIds: readonly string[]
  /**
   * Set if it happens at midnight in this zone: it is mailed from the hour of a person's digest, or from the beginning of
   * a working day without one. Absent for actions of people, which are mailed at any hour.
   */
  readonly timeZone?: string
  readonly data: NotificationData
}

/** A notification as stored. */
export interface NotificationRow {
  notificationId: string
  personId: string
  kind: NotificationKind
  siteId: string | null
  data: NotificationData
  createdAt: string
  readAt: string | null
}

/** Data of a notification without any details. */
export const nothing = {
  subject_id: null,
  instrument_id: null,
  asset_tag: null,
  title: null,
  by: null,
  reason: null,
  quote: null,
  count: null,
  planned_for: null,
  due_on: null,
} as const
