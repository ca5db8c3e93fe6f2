import { toHex, utf8 } from './bytes.ts'
import { hasExactly, isObject, parseCanonical, type Json } from './canonical.ts'
import { hashLeaf, sha256, type Hash } from './tree.ts'
import { Wrong, type FaultKind } from './verdict.ts'

/** The content of an entry. */
export type EntryFacts = {
  readonly workspace: string
  readonly index: number
  /** A UTC timestamp with millisecond precision. Texts in this form sort chronologically. */
  readonly at: string
  readonly kind: string
  readonly actor: { readonly type: string; readonly id: string }
  readonly subject: { readonly type: string; readonly id: string }
}

/** A record whose entry and payload match. */
export type CheckedRecord = {
  readonly entry: EntryFacts
  readonly payload: Json
  readonly leaf: Hash
}

const MEMBERS = ['actor', 'at', 'index', 'kind', 'payload_sha256', 'subject', 'v', 'workspace']
const REFERENCE_MEMBERS = ['id', 'type']
const ACTOR_TYPES: readonly unknown[] = ['user', 'api_key', 'system']

/** An entry is smaller than this many bytes. */
const ENTRY_BYTES_END = 1024

const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const KIND = /^[a-z][a-z_]*\.[a-z][a-z_]*$/
const WORKSPACE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const NONCE = /^[0-9a-f]{32}$/

/**
 * Checks an entry and its payload by themselves: both must be canonical, and the entry must have the format
 * of version 1 and contain the hash of the payload. `place` is the index to report in a fault, if known to
 * the caller.
 */
export async function checkRecord(
  entryText: string,
  payloadText: string,
  place: number | null,
): Promise<CheckedRecord> {
  const entryBytes = bytesOf('wrong_entry', entryText, place)
  if (entryBytes.length >= ENTRY_BYTES_END)
    throw new Wrong('wrong_entry', 'The entry is too large.', { index: place })
  const { facts, payloadHash } = readFacts(valueOf('wrong_entry', entryText, place), place)
  const [hash, leaf] = await Promise.all([
    sha256(bytesOf('wrong_payload', payloadText, place)),
    hashLeaf(entryBytes),
  ])
  const at = { index: place ?? facts.index }
  if (toHex(hash) !== payloadHash) {
    throw new Wrong('wrong_payload', 'The record is not the one that its entry was made for.', at)
  }
  const payload = valueOf('wrong_payload', payloadText, at.index)
  if (!isObject(payload) || !fits(payload['nonce'], NONCE)) {
    throw new Wrong('wrong_payload', 'The record lacks its nonce.', at)
  }
  return { entry: facts, payload, leaf }
}

function bytesOf(kind: FaultKind, text: string, place: number | null): Uint8Array<ArrayBuffer> {
  return naming(kind, place, () => utf8(text))
}

function valueOf(kind: FaultKind, text: string, place: number | null): Json {
  return naming(kind, place, () => parseCanonical(text))
}

/** Says of which entry, and of which of its two texts, a fault was found. */
function naming<Result>(kind: FaultKind, index: number | null, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof Wrong) throw new Wrong(kind, error.message, { index })
    throw error
  }
}

function readFacts(value: Json, place: number | null): { facts: EntryFacts; payloadHash: string } {
  if (!isObject(value) || !hasExactly(value, MEMBERS) || !isVersionOne(value)) {
    throw new Wrong('wrong_entry', 'The entry does not have the form of version 1.', { index: place })
  }
  const { payload_sha256: payloadHash, v: _version, ...facts } = value
  // Each member was looked at just above.
  return { facts: facts as unknown as EntryFacts, payloadHash: payloadHash as string }
}

function isVersionOne(entry: { readonly [name: string]: Json }): boolean {
  const { v, workspace, index, at, kind, actor, subject, payload_sha256: payloadHash } = entry
  return (
    v === 1 &&
    Number.isSafeInteger(index) &&
    Number(index) >= 0 &&
    fits(workspace, WORKSPACE) &&
    isInstant(at) &&
    fits(kind, KIND) &&
    isReference(actor) &&
    ACTOR_TYPES.includes(actor['type']) &&
    isReference(subject) &&
    typeof payloadHash === 'string'
  )
}

function isReference(value: Json | undefined): value is { readonly type: string; readonly id: string } {
  return (
    hasExactly(value, REFERENCE_MEMBERS) &&
    isObject(value) &&
    [value['id'], value['type']].every((part) => typeof part === 'string' && part !== '')
  )
}

function isInstant(value: Json | undefined): boolean {
  return typeof value === 'string' && AT.test(value) && !Number.isNaN(Date.parse(value))
}

function fits(value: Json | undefined, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}
