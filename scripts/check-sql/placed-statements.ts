import { placements } from '../../apps/server/src/platform/db/placements.ts'
import { QUEUE_SCHEMA } from '../../apps/server/src/platform/db/queue-schema.ts'

const TABLE = /\b(?:from|join|into|update|using)\s+(?:only\s+)?(\w+)/gi

/**
 * Returns the tables of a statement, sorted by name, if it combines tables of a workspace with tables that exist on only
 * one node, which fails on a cluster.
 */
export function mixedTables(text: string): string | undefined {
  const used = [...new Set([...text.matchAll(TABLE)].map((match) => match[1]!))]
  const ofWorkspace = used.filter((table) => placements.get(table) === 'distributed')
  const onOneNode = used.filter(isOnOneNode)
  if (ofWorkspace.length === 0 || onOneNode.length === 0) return undefined
  return [...ofWorkspace, ...onOneNode].toSorted().join(' ')
}

/** Returns the distributed table that a statement writes with a volatile time function, which a cluster refuses. */
export function volatileWrite(text: string): string | undefined {
  if (!/\bclock_timestamp\(\)/.test(text)) return undefined
  const written = [...text.matchAll(/\b(?:insert\s+into|update)\s+(\w+)/gi)].map((match) => match[1]!)
  return written.find((table) => placements.get(table) === 'distributed')
}

function isOnOneNode(table: string): boolean {
  const placement = table === QUEUE_SCHEMA ? 'unmanaged' : placements.get(table)
  return placement === 'local' || placement === 'each' || placement === 'unmanaged'
}
