import type { EventType } from '@plumbline/contract'

/** A webhook endpoint as stored, without its secret. */
export interface Endpoint {
  endpointId: string
  url: string
  /** Null: every type. */
  eventTypes: EventType[] | null
  description: string | null
  /** Sites of the key with which it was created; it gets only their events. Null: the whole workspace. */
  siteIds: string[] | null
  /** Since when it has been disabled; null while it is active. */
  disabledAt: string | null
  /** Beginning of the secret, for display. */
  secretPrefix: string
  createdAt: string
  updatedAt: string
  /** Index of the last change in the ledger: the version in the ETag. */
  ledgerIndex: number
}
