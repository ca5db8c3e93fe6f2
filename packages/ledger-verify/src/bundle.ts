import { sameBytes, toBase64 } from './bytes.ts'
import { isObject, parseJson, type Json } from './canonical.ts'
import { KEY_REPLACED, KeyChain, type FormerKey, type KeyReplacement } from './key-chain.ts'
import { openCheckpoint, type SignedCheckpoint } from './note.ts'
import { checkLedger } from './record-proof.ts'
import { checkRecord, type CheckedRecord } from './record.ts'
import { LeafHashes, treeRoot } from './tree.ts'
import { judge, Wrong, type Verdict } from './verdict.ts'

/** Options for verifying an exported ledger. */
export type ExportOptions = {
  /**
   * The key that the caller trusts: the one in the file, or one that was replaced by it. Without it the key
   * in the file is used, which proves less.
   */
  readonly vkey?: string | undefined
  /** Earlier checkpoints of the same ledger that you have kept, as signed notes. */
  readonly earlier?: readonly string[]
  /** Called periodically with the number of entries checked so far. */
  readonly onProgress?: (entries: number) => void
}

/** What an exported ledger proves. */
export type ExportFacts = {
  readonly origin: string
  readonly size: number
  /** The signed root, in base64. */
  readonly root: string
  /** When the first and last entries were written; null for an empty ledger. */
  readonly firstAt: string | null
  readonly lastAt: string | null
  /** Sizes of the earlier checkpoints that this ledger continues, the smallest first. */
  readonly continues: readonly number[]
  /** Sizes of the ledger after which the signing key was replaced, the smallest first. */
  readonly keyReplacedAt: readonly number[]
  /** Whether the key came from the caller, or only from the file that it is supposed to authenticate. */
  readonly keyFrom: 'caller' | 'file'
}

/** Format identifier of an exported ledger. */
export const BUNDLE_FORMAT = 'plumbline-ledger/1'

/** Lines that are checked at once. */
const BATCH_LINES = 256

/** People count lines from one, and the header is the first. */
const LINES_BEFORE = 2

type Header = {
  readonly origin: string
  readonly vkey: string
  readonly size: number
  readonly formerKeys: readonly FormerKey[]
}

/** What has been read of a bundle so far. */
type Reading = {
  readonly header: Header
  readonly leaves: LeafHashes
  readonly replacements: KeyReplacement[]
  firstAt: string | null
  lastAt: string | null
  checkpoint: string | null
}

/**
 * Verifies a complete exported ledger: each entry by itself and in its position, and all of them together
 * against the signed checkpoint at the end and against earlier checkpoints. The lines are read once, in
 * order.
 */
export function verifyExport(
  lines: AsyncIterable<string> | Iterable<string>,
  options: ExportOptions = {},
): Promise<Verdict<ExportFacts>> {
  return judge(async () => {
    const batches = batchesOf(lines)
    const [headerLine = '', ...firstLines] = (await batches.next()).value ?? []
    const header = readHeader(headerLine)
    const keys = await trustedKeys(header, options.vkey)
    const reading: Reading = {
      header,
      leaves: new LeafHashes(),
      replacements: [],
      firstAt: null,
      lastAt: null,
      checkpoint: null,
    }
    await readLines(reading, firstLines)
    for await (const batch of batches) {
      await readLines(reading, batch)
      options.onProgress?.(reading.leaves.length)
    }
    return conclude(reading, keys, options)
  })
}

async function* batchesOf(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string[], undefined> {
  let batch: string[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length === BATCH_LINES) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

function readHeader(text: string): Header {
  const header = parseJson(text)
  if (!isObject(header) || header['format'] !== BUNDLE_FORMAT) {
    throw new Wrong('malformed', `The file does not begin with the header of ${BUNDLE_FORMAT}.`)
  }
  const { origin, vkey, size, former_keys: formerKeys = [] } = header
  if (typeof origin !== 'string' || typeof vkey !== 'string' || !Number.isSafeInteger(size)) {
    throw new Wrong('malformed', 'The header of the file is incomplete.')
  }
  if (!Array.isArray(formerKeys) || !formerKeys.every(isFormerKey)) {
    throw new Wrong('malformed', 'The former keys in the header of the file are malformed.')
  }
  return { origin, vkey, size: Number(size), formerKeys }
}

function isFormerKey(value: Json): boolean {
  return isObject(value) && typeof value['vkey'] === 'string' && typeof value['checkpoint'] === 'string'
}

async function trustedKeys(header: Header, vkey: string | undefined): Promise<KeyChain> {
  const named = [header.vkey, ...header.formerKeys.map((key) => key.vkey)]
  if (vkey !== undefined && !named.includes(vkey.trim())) {
    throw new Wrong('wrong_key', 'The file names another verifier key than the one given.')
  }
  const keys = await KeyChain.read(header.formerKeys, header.vkey)
  if (keys.name !== header.origin) {
    throw new Wrong('wrong_ledger', `The file is of ${header.origin}, its key of ${keys.name}.`)
  }
  return keys
}

/** Checks a run of lines: the costly part for all at once, then each against the one before it. */
async function readLines(reading: Reading, texts: readonly string[]): Promise<void> {
  const start = reading.leaves.length
  const checks = await Promise.allSettled(texts.map((text, offset) => checkLine(text, start + offset)))
  for (const check of checks) {
    if (reading.checkpoint !== null) throw new Wrong('malformed', 'The file goes on behind its checkpoint.')
    if (check.status === 'rejected') throw check.reason
    if (typeof check.value === 'string') reading.checkpoint = check.value
    else addRecord(reading, check.value)
  }
}

/** The record in a line, checked by itself, or the checkpoint if the line contains one. */
async function checkLine(text: string, index: number): Promise<CheckedRecord | string> {
  const line = parseJson(text)
  if (isObject(line) && Object.values(line).every((part) => typeof part === 'string')) {
    const { entry, payload, checkpoint } = line as { readonly [name: string]: string }
    const members = Object.keys(line).length
    if (members === 1 && checkpoint !== undefined) return checkpoint
    if (members === 2 && entry !== undefined && payload !== undefined)
      return checkRecord(entry, payload, index)
  }
  const sentence = `Line ${index + LINES_BEFORE} of the file holds neither an entry nor a checkpoint.`
  throw new Wrong('malformed', sentence, { index })
}

function addRecord(reading: Reading, { entry, payload, leaf }: CheckedRecord): void {
  const place = reading.leaves.length
  if (entry.index !== place) {
    const sentence =
      entry.index > place
        ? `Entry ${place} is missing: entry ${entry.index} stands in its place.`
        : `Entry ${entry.index} stands in the place of entry ${place}.`
    throw new Wrong('wrong_place', sentence, { index: place })
  }
  checkLedger(reading.header.origin, entry)
  if (reading.lastAt !== null && entry.at < reading.lastAt) {
    const sentence = `Entry ${place} is dated ${entry.at}, before the entry in front of it (${reading.lastAt}).`
    throw new Wrong('wrong_time', sentence, { index: place })
  }
  reading.firstAt ??= entry.at
  reading.lastAt = entry.at
  reading.leaves.push(leaf)
  if (entry.kind === KEY_REPLACED) reading.replacements.push({ index: place, payload })
}

async function conclude(reading: Reading, keys: KeyChain, options: ExportOptions): Promise<ExportFacts> {
  const { header, leaves, firstAt, lastAt } = reading
  if (reading.checkpoint === null) {
    const index = leaves.length < header.size ? leaves.length : null
    throw new Wrong('wrong_size', 'The file breaks off: it has no checkpoint at its end.', { index })
  }
  const checkpoint = await openCheckpoint(reading.checkpoint, keys.latest)
  checkCount(header, leaves.length, checkpoint.size)
  keys.checkReplacements(reading.replacements)
  for (const handover of keys.handovers) await checkRoot(leaves, handover, 0)
  const continues = await checkHistory(leaves, keys, options.earlier ?? [])
  await checkRoot(leaves, checkpoint, continues.at(-1) ?? 0)
  return {
    origin: header.origin,
    size: checkpoint.size,
    root: toBase64(checkpoint.root),
    firstAt,
    lastAt,
    continues,
    keyReplacedAt: keys.handovers.map((handover) => handover.size),
    keyFrom: options.vkey === undefined ? 'file' : 'caller',
  }
}

function checkCount(header: Header, count: number, signed: number): void {
  if (count === signed && count === header.size) return
  const sentence =
    count === signed
      ? `The header of the file speaks of ${header.size} entries, the file has ${count}.`
      : `The file has ${count} entries, but ${signed} were signed.`
  throw new Wrong('wrong_size', sentence, { index: count === signed ? null : Math.min(count, signed) })
}

/** The sizes of the earlier checkpoints, each found to be the beginning of this ledger. */
async function checkHistory(leaves: LeafHashes, keys: KeyChain, notes: readonly string[]): Promise<number[]> {
  const earlier = await Promise.all(notes.map((note) => keys.open(note)))
  const continued: number[] = []
  for (const checkpoint of earlier.toSorted((one, other) => one.size - other.size)) {
    if (checkpoint.size > leaves.length) {
      const sentence = `An earlier checkpoint counts ${checkpoint.size} entries, the file has only ${leaves.length}.`
      throw new Wrong('wrong_history', sentence, { index: leaves.length })
    }
    await checkRoot(leaves, checkpoint, continued.at(-1) ?? 0)
    continued.push(checkpoint.size)
  }
  return continued
}

/** `from` is the number of entries already confirmed by another checkpoint. */
async function checkRoot(leaves: LeafHashes, { size, root }: SignedCheckpoint, from: number): Promise<void> {
  if (sameBytes(await treeRoot(leaves, size), root)) return
  const isLast = size === leaves.length
  const sentence =
    `Each entry fits its record, but the first ${size} entries together are not the ones that were signed: ` +
    'at least one was replaced together with its record.'
  const kind = isLast ? 'wrong_root' : 'wrong_history'
  throw new Wrong(kind, sentence, size - from === 1 ? { index: from } : { within: { from, before: size } })
}
