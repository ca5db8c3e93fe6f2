import { createHash, type Hash } from 'node:crypto'
import { type TSchema, type Static } from 'typebox'
import { Check } from 'typebox/value'
import { BackupFault } from './backup-fault.ts'
import { decodeFrames, encodeFrame, type Frame } from './frames.ts'
import { BackupHeader, BackupPart, FORMAT_VERSION, Manifest, PartEnd } from './parts.ts'

/** The content of a backup, in order: the header; the start, bytes and end of each part; and the manifest. */
export type BackupEvent =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'part'; readonly part: BackupPart }
  /** For a table, complete lines, each a row as JSON. */
  | { readonly kind: 'data'; readonly part: BackupPart; readonly bytes: Buffer }
  | { readonly kind: 'end'; readonly part: BackupPart }
  | { readonly kind: 'manifest'; readonly manifest: Manifest }

/**
 * Reads a backup and checks every part: that its bytes have the hash written after them, and that nothing is missing,
 * added or moved. A backup is complete only once its last event has arrived. Throws BackupFault.
 */
export async function* readBackup(plain: AsyncIterable<Uint8Array>): AsyncGenerator<BackupEvent> {
  const check = new BackupCheck()
  for await (const frame of decodeFrames(plain)) {
    const event = check.take(frame)
    if (event) yield event
  }
  check.end()
}

interface OpenPart {
  readonly part: BackupPart
  readonly hash: Hash
  bytes: number
  rows: number
}

class BackupCheck {
  readonly #whole = createHash('sha256')
  readonly #counts = { parts: 0, rows: 0, files: 0, file_bytes: 0, tables: {} as Record<string, number> }
  #hasHeader = false
  #isOver = false
  #open: OpenPart | undefined

  take({ type, body }: Frame): BackupEvent | undefined {
    if (this.#isOver) throw new BackupFault('something was added behind its end')
    if (this.#hasHeader === (type === 'header')) throw misplaced()
    if (type === 'manifest') return this.#takeManifest(body)
    this.#whole.update(encodeFrame(type, body))
    switch (type) {
      case 'header':
        return { kind: 'header', header: this.#takeHeader(body) }
      case 'part':
        return { kind: 'part', part: this.#begin(body) }
      case 'data':
        return this.#takeData(body)
      case 'end':
        return { kind: 'end', part: this.#finish(body) }
      default:
        throw misplaced()
    }
  }

  end(): void {
    if (!this.#isOver) throw new BackupFault('it is cut off')
  }

  #takeHeader(body: Buffer): BackupHeader {
    const header = parse(BackupHeader, body)
    if (header.version !== FORMAT_VERSION) {
      throw new BackupFault(`it has the form ${header.version}, which a later release of Plumbline wrote`)
    }
    this.#hasHeader = true
    return header
  }

  #begin(body: Buffer): BackupPart {
    if (this.#open) throw misplaced()
    const part = parse(BackupPart, body)
    this.#open = { part, hash: createHash('sha256'), bytes: 0, rows: 0 }
    return part
  }

  #takeData(bytes: Buffer): BackupEvent {
    const open = this.#open
    if (!open) throw misplaced()
    open.hash.update(bytes)
    open.bytes += bytes.length
    if (open.part.part === 'rows') open.rows += linesIn(bytes)
    return { kind: 'data', part: open.part, bytes }
  }

  #finish(body: Buffer): BackupPart {
    const open = this.#open
    if (!open) throw misplaced()
    const { rows, bytes, sha256 } = parse(PartEnd, body)
    const { part } = open
    if (rows !== open.rows || bytes !== open.bytes || sha256 !== open.hash.digest('hex')) {
      throw new BackupFault(`${nameOf(part)} was altered`)
    }
    this.#open = undefined
    this.#counts.parts += 1
    this.#counts.rows += rows
    if (part.part === 'rows') this.#counts.tables[part.table] = (this.#counts.tables[part.table] ?? 0) + rows
    if (part.part === 'file') {
      this.#counts.files += 1
      this.#counts.file_bytes += bytes
    }
    return part
  }

  #takeManifest(body: Buffer): BackupEvent {
    if (this.#open) throw misplaced()
    const manifest = parse(Manifest, body)
    const { tables, ...counts } = this.#counts
    const found = { ...counts, tables, sha256: this.#whole.digest('hex') }
    if (sorted(manifest) !== sorted(found)) throw new BackupFault('parts of it are missing or were added')
    this.#isOver = true
    return { kind: 'manifest', manifest }
  }
}

/** Returns the display name of a part. */
function nameOf(part: BackupPart): string {
  if (part.part === 'secret_key') return 'the secret key'
  if (part.part === 'file') return `file ${part.key}`
  return `table ${part.table}${part.workspace_id === null ? '' : ` of workspace ${part.workspace_id}`}`
}

function misplaced(): BackupFault {
  return new BackupFault('its bytes were altered')
}

function sorted({ tables, ...counts }: Manifest): string {
  return JSON.stringify([Object.entries(counts).toSorted(byName), Object.entries(tables).toSorted(byName)])
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}

const LINE_END = 0x0a

function linesIn(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, at + 1)) lines += 1
  return lines
}

function parse<Schema extends TSchema>(schema: Schema, body: Buffer): Static<Schema> {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw misplaced()
  }
  if (!Check(schema, value)) throw misplaced()
  return value
}
