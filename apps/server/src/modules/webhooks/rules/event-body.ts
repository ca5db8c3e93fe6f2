/** An event as its change emitted it. */
export interface EventToSend {
  readonly eventId: string
  readonly type: string
  readonly occurredAt: string
  /** JSON text. */
  readonly data: string
}

/**
 * Returns the text that every delivery of the event sends and signs: the envelope `{id, type, created_at, data}`
 * (contract, "Delivery"). The data are included as written, so that nothing is rounded or reordered.
 */
export function eventBody({ eventId, type, occurredAt, data }: EventToSend): string {
  const head = JSON.stringify({ id: eventId, type, created_at: occurredAt })
  return `${head.slice(0, -1)},"data":${data}}`
}
