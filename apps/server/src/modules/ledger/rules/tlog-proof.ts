import { bytesOfBase64 } from './base64.ts'
import { HASH_BYTES } from './merkle-tree.ts'

/** The proof of one record in its portable text form (C2SP tlog-proof). */
export type TlogProof = {
  readonly index: number
  /** The inclusion path, from the sibling of the leaf upwards. */
  readonly hashes: readonly Buffer[]
  /** The signed note of the checkpoint, verbatim. */
  readonly checkpoint: string
  /** Additional data, which nothing authenticates. */
  readonly extra?: Buffer
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'
const INDEX_LINE = /^index (0|[1-9][0-9]*)$/
const EXTRA_LINE = /^extra (.+)$/

/** Returns the text form of a proof. */
export function formatTlogProof({ index, hashes, checkpoint, extra }: TlogProof): string {
  const extraLines = extra === undefined ? [] : [`extra ${extra.toString('base64')}`]
  const hashLines = hashes.map((hash) => hash.toString('base64'))
  return [FIRST_LINE, ...extraLines, `index ${index}`, ...hashLines, '', checkpoint].join('\n')
}

/** Parses the text form of a proof, without verifying path or checkpoint. Throws Error if it is malformed. */
export function parseTlogProof(text: string): TlogProof {
  const split = text.indexOf('\n\n')
  if (split < 0) throw new Error('The proof has no checkpoint.')
  const [first, ...lines] = text.slice(0, split).split('\n')
  if (first !== FIRST_LINE) throw new Error(`The proof does not begin with ${FIRST_LINE}.`)
  const [extraLine = ''] = lines
  const extra = extraOf(extraLine)
  const [indexLine = '', ...hashLines] = extra === undefined ? lines : lines.slice(1)
  return {
    index: indexOf(indexLine),
    hashes: hashLines.map(hashOf),
    checkpoint: text.slice(split + 2),
    ...(extra !== undefined && { extra }),
  }
}

function extraOf(line: string): Buffer | undefined {
  const [, base64] = EXTRA_LINE.exec(line) ?? []
  if (base64 === undefined) return undefined
  const extra = bytesOfBase64(base64)
  if (extra === undefined) throw new Error('The extra data of the proof is not base64.')
  return extra
}

function indexOf(line: string): number {
  const index = Number(INDEX_LINE.exec(line)?.[1])
  if (!Number.isSafeInteger(index)) throw new Error('The proof has no index.')
  return index
}

function hashOf(line: string): Buffer {
  const hash = bytesOfBase64(line)
  if (hash?.length !== HASH_BYTES) throw new Error('A line of the proof is not a hash.')
  return hash
}
