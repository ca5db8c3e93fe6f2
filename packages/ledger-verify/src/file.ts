import { BUNDLE_FORMAT, verifyExport, type ExportFacts, type ExportOptions } from './bundle.ts'
import { isObject, parseJson } from './canonical.ts'
import { linesOf } from './lines.ts'
import { readRecordProof, RECORD_FORMAT, verifyRecordProof, type RecordFacts } from './record-proof.ts'
import { judge, Wrong, type Verdict } from './verdict.ts'

/** The result for a file: what kind of file it is, and what it proves. */
export type FileVerdict =
  | { readonly what: 'ledger'; readonly verdict: Verdict<ExportFacts> }
  | { readonly what: 'record'; readonly verdict: Verdict<RecordFacts>; readonly keyFrom: 'caller' | 'file' }
  | { readonly what: 'unknown'; readonly verdict: Verdict<never> }

/** Characters of a record proof that are read; real ones have some thousands. */
const RECORD_LENGTH_MAX = 16 * 1024 * 1024

/**
 * Verifies a file that is either an exported ledger or the proof of one record, as detected from its content.
 * Throws an Error if earlier checkpoints are given for the proof of one record, which cannot be compared with
 * them.
 */
export async function verifyFile(
  chunks: AsyncIterable<Uint8Array>,
  options: ExportOptions = {},
): Promise<FileVerdict> {
  const lines = linesOf(chunks)
  const first = await judge(async () => (await lines.next()).value ?? '')
  if (!first.holds) return { what: 'unknown', verdict: first }
  const header = parseJson(first.facts)
  if (isObject(header) && header['format'] === BUNDLE_FORMAT) {
    return { what: 'ledger', verdict: await verifyExport(withFirst(first.facts, lines), options) }
  }
  return verifyRecordFile(withFirst(first.facts, lines), options)
}

async function* withFirst(first: string, rest: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  yield first
  yield* rest
}

async function verifyRecordFile(lines: AsyncIterable<string>, options: ExportOptions): Promise<FileVerdict> {
  const { vkey, earlier = [] } = options
  const read = await judge(async () => {
    const file = readRecordProof(await wholeText(lines))
    if (file !== undefined) return file
    throw new Wrong('malformed', `The file is neither ${BUNDLE_FORMAT} nor ${RECORD_FORMAT}.`)
  })
  if (!read.holds) return { what: 'unknown', verdict: read }
  if (earlier.length > 0) {
    throw new Error(
      'A kept checkpoint can be compared with an exported ledger, not with the proof of one record.',
    )
  }
  const file = vkey === undefined ? read.facts : { ...read.facts, vkey }
  const keyFrom = vkey === undefined ? 'file' : 'caller'
  return { what: 'record', verdict: await verifyRecordProof(file), keyFrom }
}

async function wholeText(lines: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const line of lines) {
    text += `${line}\n`
    if (text.length > RECORD_LENGTH_MAX)
      throw new Wrong('malformed', 'The file is too large for the proof of one record.')
  }
  return text
}
