import { fromBase64, sameBytes, toBase64 } from './bytes.ts'
import { isObject, parseJson, type Json } from './canonical.ts'
import { openCheckpoint, readKey } from './note.ts'
import { checkRecord, type EntryFacts } from './record.ts'
import { HASH_LENGTH, rootFromPath, type Hash } from './tree.ts'
import { judge, Wrong, type Verdict } from './verdict.ts'

/**
 * Everything needed to prove one record. `proof` is the text form of C2SP tlog-proof, `payload` and `entry`
 * are as stored.
 */
export type RecordProof = {
  readonly payload: string
  readonly entry: string
  readonly proof: string
  readonly vkey: string
}

/** What a record proof proves: the ledger of the checkpoint's signer had this record at this position. */
export type RecordFacts = {
  /** The name of the ledger, which is that of its key. */
  readonly origin: string
  /** Number of entries in the ledger when the checkpoint was signed. */
  readonly size: number
  /** The signed root, in base64. */
  readonly root: string
  readonly entry: EntryFacts
  readonly payload: Json
}

/** Format identifier of a record proof file. */
export const RECORD_FORMAT = 'plumbline-record/1'

const PROOF_FORMAT = 'c2sp.org/tlog-proof@v1'
const INDEX_LINE = /^index (?:0|[1-9]\d*)$/

/** Checks the proof of one record with the key that the caller trusts. */
export function verifyRecordProof(input: RecordProof): Promise<Verdict<RecordFacts>> {
  return judge(async () => {
    const key = await readKey(input.vkey)
    const { entry, payload, leaf } = await checkRecord(input.entry, input.payload, null)
    const { index, path, note } = readProof(input.proof)
    const { origin, size, root } = await openCheckpoint(note, key)
    checkLedger(origin, entry)
    checkPlace(index, size, entry)
    if (!sameBytes(await rootFromPath(index, size, leaf, path), root)) {
      throw new Wrong('wrong_root', 'The proof does not lead from this entry to the signed root.', { index })
    }
    return { origin, size, root: toBase64(root), entry, payload }
  })
}

/** Parses a record proof file; undefined if the text is something else. */
export function readRecordProof(text: string): RecordProof | undefined {
  const file = parseJson(text)
  if (!isObject(file) || file['format'] !== RECORD_FORMAT) return undefined
  const { payload, entry, proof, vkey } = file
  if ([payload, entry, proof, vkey].some((part) => typeof part !== 'string')) return undefined
  // All four were just found to be texts.
  return { payload, entry, proof, vkey } as RecordProof
}

/** A ledger is named `<host>/ledger/<workspace>`: an entry of another workspace is not its own. */
export function checkLedger(origin: string, { workspace, index }: EntryFacts): void {
  if (!origin.endsWith(`/ledger/${workspace}`)) {
    throw new Wrong('wrong_ledger', `The entry belongs to workspace ${workspace}, not to ${origin}.`, {
      index,
    })
  }
}

/** Reads hashes from their base64 lines. */
export function readHashes(lines: readonly string[]): Hash[] {
  return lines.map((line) => {
    const hash = fromBase64(line)
    if (hash?.length !== HASH_LENGTH) throw new Wrong('malformed', 'A line of the proof is not a hash.')
    return hash
  })
}

function checkPlace(index: number, size: number, entry: EntryFacts): void {
  if (index !== entry.index) {
    const sentence = `The proof is for entry ${index}, but the entry says ${entry.index}.`
    throw new Wrong('wrong_place', sentence, { index: entry.index })
  }
  if (index >= size) throw new Wrong('wrong_size', `The checkpoint has only ${size} entries.`, { index })
}

function readProof(text: string): { index: number; path: Hash[]; note: string } {
  const end = text.indexOf('\n\n')
  const [format, ...lines] = text.slice(0, Math.max(end, 0)).split('\n')
  if (format !== PROOF_FORMAT)
    throw new Wrong('malformed', `The proof does not have the form ${PROOF_FORMAT}.`)
  const [indexLine = '', ...hashLines] = lines[0]?.startsWith('extra ') === true ? lines.slice(1) : lines
  const index = Number(indexLine.slice('index '.length))
  if (!INDEX_LINE.test(indexLine) || !Number.isSafeInteger(index)) {
    throw new Wrong('malformed', 'The proof does not say for which entry it is.')
  }
  return { index, path: readHashes(hashLines), note: text.slice(end + 2) }
}
