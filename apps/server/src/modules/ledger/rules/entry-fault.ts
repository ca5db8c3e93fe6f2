import { hash } from 'node:crypto'
import { canonicalEntry, readEntry, type Entry } from './entry.ts'
import { leafHash } from './merkle-tree.ts'

/** A row of the ledger as it was found; nothing about it is taken for granted. */
export type FoundEntry = {
  /** A number, or its text if it is beyond the exact integers. */
  readonly index: number | string
  readonly at: string
  readonly kind: string
  readonly actorType: string
  readonly actorId: string
  readonly subjectType: string
  readonly subjectId: string
  readonly entry: string
  readonly payload: string
  readonly leafHash: Buffer
}

/** The expected position of a row: its ledger, the next index, and the instant of the previous entry. */
export type FoundAt = { readonly workspaceId: string; readonly index: number; readonly lastAt: string }

/**
 * Returns what is wrong with a row of the ledger, as a sentence; undefined if nothing is. Its columns, text, payload
 * and leaf must agree with each other and with its position, and its instant must not be before that of the previous
 * entry.
 */
export function entryFault(row: FoundEntry, expected: FoundAt): string | undefined {
  const payloadSha256 = hash('sha256', row.payload, 'hex')
  if (row.index !== expected.index) return indexFault(row, expected)
  if (textOfColumns(row, expected, payloadSha256) !== row.entry)
    return textFault(row, expected, payloadSha256)
  if (!leafHash(row.entry).equals(row.leafHash)) return 'Its leaf hash is not that of its text.'
  if (row.at < expected.lastAt)
    return `Its instant ${row.at} is before that of the entry before it, ${expected.lastAt}.`
  return undefined
}

const HASH_MEMBER = '"payload_sha256":"'
const HASH_LENGTH = 64

/** Whether a payload is the one whose hash is in the text of its entry. */
export function isPayloadOf({ entry, payload }: Pick<FoundEntry, 'entry' | 'payload'>): boolean {
  // Quotation marks inside a JSON string are escaped, so no string can be mistaken for this member.
  const from = entry.indexOf(HASH_MEMBER) + HASH_MEMBER.length
  return hash('sha256', payload, 'hex') === entry.slice(from, from + HASH_LENGTH)
}

function indexFault({ index }: FoundEntry, expected: FoundAt): string {
  if (Number(index) > expected.index)
    return `It is missing: the next one that is there has the index ${index}.`
  return `A row with the index ${index} stands beside those that the ledger counts.`
}

/** Returns the only text that an entry with these columns can have; undefined if no entry can have them. */
function textOfColumns(row: FoundEntry, expected: FoundAt, payloadSha256: string): string | undefined {
  try {
    return canonicalEntry(entryOfColumns(row, expected, payloadSha256))
  } catch {
    return undefined
  }
}

function entryOfColumns(row: FoundEntry, expected: FoundAt, payloadSha256: string): Entry {
  return {
    v: 1,
    workspace: expected.workspaceId,
    index: expected.index,
    at: row.at,
    kind: row.kind as Entry['kind'],
    actor: { type: row.actorType as Entry['actor']['type'], id: row.actorId },
    subject: { type: row.subjectType as Entry['subject']['type'], id: row.subjectId },
    payload_sha256: payloadSha256,
  }
}

/** Returns which of the columns, or the payload, contradicts the text. */
function textFault(row: FoundEntry, expected: FoundAt, payloadSha256: string): string {
  let entry: Entry
  try {
    entry = readEntry(row.entry)
  } catch {
    return 'Its text is not the canonical text of an entry.'
  }
  const stated = membersOf(entryOfColumns(row, expected, payloadSha256))
  const wrong = membersOf(entry).find(([, value], at) => value !== stated[at]?.[1])
  if (wrong === undefined) return 'Its payload is not the one whose hash stands in its text.'
  const [name, value] = wrong
  const column = stated.find(([other]) => other === name)?.[1]
  return `Its ${name} is ${column} by its row and ${value} by its text.`
}

/** Returns the members that have columns; the payload has its own. */
function membersOf(entry: Entry): [name: string, value: string | number][] {
  return [
    ['workspace', entry.workspace],
    ['index', entry.index],
    ['at', entry.at],
    ['kind', entry.kind],
    ['actor type', entry.actor.type],
    ['actor id', entry.actor.id],
    ['subject type', entry.subject.type],
    ['subject id', entry.subject.id],
  ]
}
