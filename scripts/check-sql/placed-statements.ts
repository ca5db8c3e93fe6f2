import { placements, type Placement } from '../../apps/server/src/platform/db/placements.ts'

const TABLE = /\b(?:from|join|into|update|using)\s+(?:only\s+)?(\w+)/gi

/**
 * Statements that combine tables of a workspace with tables that exist on only one node, by file and tables. They fail on
 * a cluster; on a single server they save round trips in every delivery.
 */
export const knownMixtures: Readonly<Record<string, readonly string[]>> = {
  // The endpoints of an event, except those whose plan has no API, which the queue table states.
  'apps/server/src/modules/webhooks/fan-out/fan-out-store.ts': ['webhook_endpoint_queues webhook_endpoints'],
  // An exchange writes the log and the queue, and reads what is due, while it holds the queue's lease.
  'apps/server/src/modules/webhooks/delivery/exchange-store.ts': [
    'webhook_attempts webhook_deliveries webhook_endpoint_queues webhook_queue',
    'webhook_endpoint_queues webhook_endpoints webhook_queue',
    'webhook_endpoint_queues webhook_events webhook_queue',
  ],
}

/** Returns the tables of a statement, sorted by name, if it combines tables of a workspace with tables of one node. */
export function mixedTables(text: string): string | undefined {
  const used = [...new Set([...text.matchAll(TABLE)].map((match) => match[1]!))]
  const ofWorkspace = used.filter((table) => placements.get(table) === 'distributed')
  const onOneNode = used.filter((table) => isOnOneNode(placements.get(table)))
  if (ofWorkspace.length === 0 || onOneNode.length === 0) return undefined
  return [...ofWorkspace, ...onOneNode].toSorted().join(' ')
}

/** Returns the distributed table that a statement writes with a volatile time function, which a cluster refuses. */
export function volatileWrite(text: string): string | undefined {
  if (!/\bclock_timestamp\(\)/.test(text)) return undefined
  const written = [...text.matchAll(/\b(?:insert\s+into|update)\s+(\w+)/gi)].map((match) => match[1]!)
  return written.find((table) => placements.get(table) === 'distributed')
}

function isOnOneNode(placement: Placement | undefined): boolean {
  return placement === 'local' || placement === 'unmanaged'
}
