import type { Notification, NotificationKind } from '@plumbline/contract'

/** What a notification is about, as it was when it was made. */
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
  /** Names what happened: the same is told a person once. */
  readonly cause: string
  readonly siteId: string | null
  readonly personIds: readonly string[]
  /**
   * Of what happens at midnight in this zone, which is mailed from the hour of a person's digest on, or else from the
   * beginning of a working day. Absent for what people do, which is mailed at any hour.
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

/** What a notification says nothing of. */
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
