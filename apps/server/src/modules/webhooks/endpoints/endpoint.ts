import type { EventType } from '@plumbline/contract'

/** A webhook endpoint as stored, without its secret. */
export interface Endpoint {
  endpointId: string
  url: string
  /** Null: every type. */
  eventTypes: EventType[] | null
  description: string | null
  /** Sites of the key that it was made with, whose events alone it gets; null: the whole workspace. */
  siteIds: string[] | null
  /** Since when it is not active; null while it is. */
  disabledAt: string | null
  /** Beginning of the secret, for display. */
  secretPrefix: string
  createdAt: string
  updatedAt: string
  /** Place of the last change in the ledger: the version that the ETag shows. */
  ledgerIndex: number
}
