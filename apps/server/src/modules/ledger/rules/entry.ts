import { type EntryKind, subjectOfKind, type SubjectType } from '@plumbline/contract'
import { canonicalJson, type CanonicalValue } from './canonical-json.ts'
import { isEntryKind } from './entry-kind.ts'
import { leafHash, sha256 } from './merkle-tree.ts'

/** Who made a change. The command line is `{ type: 'system', id: 'cli' }`. */
export type EntryActor = { readonly type: ActorType; readonly id: string }

/** What a change is about. */
export type EntrySubject = { readonly type: SubjectType; readonly id: string }

/** The members of an entry of version 1, by their serialized names. */
export type Entry = {
  readonly v: 1
  readonly workspace: string
  readonly index: number
  readonly at: string
  readonly kind: EntryKind
  readonly actor: EntryActor
  readonly subject: EntrySubject
  readonly payload_sha256: string
}

/** The complete content of a change, without the nonce, which `sealEntry` adds. */
export type EntryPayload = { readonly [member: string]: CanonicalValue }

/** One change, ready to be placed in the ledger. */
export type Change = {
  readonly kind: EntryKind
  readonly actor: EntryActor
  readonly subject: EntrySubject
  readonly payload: EntryPayload
}

/** The position of a change: where, when, and 16 random bytes that make its hash unguessable. */
export type EntrySlot = {
  readonly workspaceId: string
  readonly index: number
  /** An instant in UTC with three fractional digits. */
  readonly at: string
  readonly nonce: Buffer
}

/** An entry as stored: both texts, exactly as hashed, and their hashes. */
export type SealedEntry = {
  readonly entry: string
  readonly payload: string
  readonly payloadSha256: Buffer
  readonly leafHash: Buffer
}

/** Who can act: a person in the app, a key on the public API, or the product itself. */
export const actorTypes = ['user', 'api_key', 'system'] as const

/** What kind of actor made a change. */
export type ActorType = (typeof actorTypes)[number]

/** Number of random bytes in each payload, so that the hash of a guessable record reveals nothing. */
export const NONCE_BYTES = 16

/** Maximum size of an entry, so that millions can be read, sent and checked without their payloads. */
const ENTRY_BYTES_MAX = 1023

/** Maximum length of the ID of an actor or subject. Plumbline's are UUIDs and short words. */
const ID_LENGTH_MAX = 128

const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const WORKSPACE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const SHA256_HEX = /^[0-9a-f]{64}$/

/**
 * Returns the entry of version 1 for a change at its position, in canonical texts, with the hash that goes into the
 * tree. The format never changes; a new one would get a new version.
 *
 * Throws Error if a value does not fit the format, and TypeError if the payload has no canonical text.
 */
export function sealEntry(change: Change, { workspaceId, index, at, nonce }: EntrySlot): SealedEntry {
  const payload = payloadText(change.payload, nonce)
  const payloadSha256 = sha256(Buffer.from(payload))
  const { kind, actor, subject } = change
  const entry = canonicalEntry({
    v: 1,
    workspace: workspaceId,
    index,
    at,
    kind,
    // Listed one by one, so that additional members of an object never get into the entry.
    actor: { type: actor.type, id: actor.id },
    subject: { type: subject.type, id: subject.id },
    payload_sha256: payloadSha256.toString('hex'),
  })
  return { entry, payload, payloadSha256, leafHash: leafHash(Buffer.from(entry)) }
}

/** Parses the stored text of an entry. Throws Error if the text is not the canonical text of an entry of version 1. */
export function readEntry(text: string): Entry {
  const entry = JSON.parse(text) as Entry
  // Serializing it again detects extra members, a different order, a different spelling and duplicate names.
  if (typeof entry !== 'object' || entry === null || canonicalEntry(membersOf(entry)) !== text) {
    throw new Error('The text is not the canonical text of an entry.')
  }
  return entry
}

function payloadText(payload: EntryPayload, nonce: Buffer): string {
  if (nonce.length !== NONCE_BYTES) throw new Error(`A nonce has ${NONCE_BYTES} bytes.`)
  if (Object.hasOwn(payload, 'nonce')) throw new Error('A payload has no member "nonce" of its own.')
  return canonicalJson({ ...payload, nonce: nonce.toString('hex') })
}

/** Returns the canonical text of an entry of version 1. Throws Error if a member does not fit the format. */
export function canonicalEntry(entry: Entry): string {
  assertFits(entry)
  const text = textOf(entry)
  const bytes = Buffer.byteLength(text)
  if (bytes > ENTRY_BYTES_MAX)
    throw new Error(`An entry of ${bytes} bytes is larger than ${ENTRY_BYTES_MAX}.`)
  return text
}

/**
 * Produces the same as canonicalJson for these members, in one line, because entries are written and checked by the
 * million. The unescaped texts have been checked to contain nothing that JSON would escape.
 */
function textOf({ workspace, index, at, kind, actor, subject, payload_sha256: hash }: Entry): string {
  return `{"actor":{"id":${canonicalJson(actor.id)},"type":"${actor.type}"},"at":"${at}","index":${index},"kind":"${kind}","payload_sha256":"${hash}","subject":{"id":${canonicalJson(subject.id)},"type":"${subject.type}"},"v":1,"workspace":"${workspace}"}`
}

function assertFits({ v, workspace, index, at, kind, actor, subject, payload_sha256: hash }: Entry): void {
  assertMember('v', v === 1)
  assertMember('workspace', isText(workspace, WORKSPACE_ID))
  assertMember('index', Number.isSafeInteger(index) && index >= 0)
  assertMember('at', isText(at, AT) && !Number.isNaN(Date.parse(at)))
  assertMember('kind', typeof kind === 'string' && isEntryKind(kind))
  assertMember('actor', actorTypes.includes(actor.type) && isId(actor.id))
  assertMember('subject', subject.type === subjectOfKind[kind] && isId(subject.id))
  assertMember('payload_sha256', isText(hash, SHA256_HEX))
}

function assertMember(name: string, fits: boolean): void {
  if (!fits) throw new Error(`The member "${name}" does not fit an entry of version 1.`)
}

/** A pattern alone would also accept an array with one matching string. */
function isText(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value)
}

function isId(id: unknown): boolean {
  return typeof id === 'string' && id.length > 0 && id.length <= ID_LENGTH_MAX
}

/** Returns the members known to version 1, from an object that was only parsed. */
function membersOf({ v, workspace, index, at, kind, actor, subject, payload_sha256: hash }: Entry): Entry {
  return {
    v,
    workspace,
    index,
    at,
    kind,
    actor: { type: actor?.type, id: actor?.id },
    subject: { type: subject?.type, id: subject?.id },
    payload_sha256: hash,
  }
}
