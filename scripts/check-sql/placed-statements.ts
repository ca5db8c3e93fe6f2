import { placements, type Placement } from '../../apps/server/src/platform/db/placements.ts'

const TABLE = /\b(?:from|join|into|update|using)\s+(?:only\s+)?(\w+)/gi

/**
 * Statements that use tables of a workspace together with tables that only one node has, by file and tables. On a
 * cluster they fail; on one server they save round trips of every delivery.
 */
export const knownMixtures: Readonly<Record<string, readonly string[]>> = {
  // The endpoints of an event, without those whose plan has no API, which the queue knows.
  'apps/server/src/modules/webhooks/fan-out/fan-out-store.ts': ['webhook_endpoint_queues webhook_endpoints'],
  // An exchange writes the log and the queue, and reads what is due, while it holds the lease of the queue.
  'apps/server/src/modules/webhooks/delivery/exchange-store.ts': [
    'webhook_attempts webhook_deliveries webhook_endpoint_queues webhook_queue',
    'webhook_endpoint_queues webhook_endpoints webhook_queue',
    'webhook_endpoint_queues webhook_events webhook_queue',
  ],
}

/** The tables of a statement if some are of a workspace and others on one node only, in alphabetical order. */
export function mixedTables(text: string): string | undefined {
  const used = [...new Set([...text.matchAll(TABLE)].map((match) => match[1]!))]
  const ofWorkspace = used.filter((table) => placements.get(table) === 'distributed')
  const onOneNode = used.filter((table) => isOnOneNode(placements.get(table)))
  if (ofWorkspace.length === 0 || onOneNode.length === 0) return undefined
  return [...ofWorkspace, ...onOneNode].toSorted().join(' ')
}

/** The table of a workspace that a statement writes with a time that changes while it runs, which no node accepts. */
export function volatileWrite(text: string): string | undefined {
  if (!/\bclock_timestamp\(\)/.test(text)) return undefined
  const written = [...text.matchAll(/\b(?:insert\s+into|update)\s+(\w+)/gi)].map((match) => match[1]!)
  return written.find((table) => placements.get(table) === 'distributed')
}

function isOnOneNode(placement: Placement | undefined): boolean {
  return placement === 'local' || placement === 'unmanaged'
}
