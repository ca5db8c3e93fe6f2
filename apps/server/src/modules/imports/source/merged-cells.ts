import { IMPORT_COLUMNS_MAX } from '@plumbline/contract'

/** Number of merged ranges of a sheet that are looked at. */
const MERGED_MAX = 20_000

/** Longest tag of a merged range; a piece of the sheet may end within one. */
const TAG_LENGTH_MAX = 200

const MERGED = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/gi

/** A cell that is merged with those below it. */
interface Merged {
  /** Position of the column, from 0. */
  readonly at: number
  readonly last: number
}

/** The cells of a sheet that are merged over several lines. */
export class MergedCells {
  readonly #byFirst = new Map<number, Merged[]>()
  #size = 0

  /** @param at position of the column, from 0 */
  add(at: number, first: number, last: number): void {
    if (last <= first || at >= IMPORT_COLUMNS_MAX || this.#size >= MERGED_MAX) return
    this.#size += 1
    const ofLine = this.#byFirst.get(first)
    if (ofLine) ofLine.push({ at, last })
    else this.#byFirst.set(first, [{ at, last }])
  }

  /** Returns what fills the cells of one reading of the sheet. */
  filler(): MergedFiller {
    return new MergedFiller(this.#byFirst)
  }
}

/** Fills merged cells while a sheet is read. */
export class MergedFiller {
  readonly #byFirst: ReadonlyMap<number, readonly Merged[]>
  #open: (Merged & { readonly value: string })[] = []

  constructor(byFirst: ReadonlyMap<number, readonly Merged[]>) {
    this.#byFirst = byFirst
  }

  /**
   * Writes the value of each merged cell into the lines that it covers. A line that is otherwise empty remains so, and
   * cells merged within one line are not repeated: that is how headings are written. Lines come in their order.
   */
  fill(line: number, cells: string[]): void {
    if (this.#open.length > 0) this.#open = this.#open.filter(({ last }) => last >= line)
    if (this.#open.length > 0 && cells.some((cell) => cell !== '')) {
      for (const { at, value } of this.#open) {
        while (cells.length < at) cells.push('')
        cells[at] ||= value
      }
    }
    for (const merged of this.#byFirst.get(line) ?? []) {
      const value = cells[merged.at] ?? ''
      if (value !== '') this.#open.push({ ...merged, value })
    }
  }
}

/** Reads the merged cells of a sheet, which are listed after its rows. */
export async function readMerged(sheet: AsyncIterable<string>): Promise<MergedCells> {
  const merged = new MergedCells()
  let rest = ''
  for await (const piece of sheet) {
    const text = rest + piece
    let end = 0
    for (const match of text.matchAll(MERGED)) {
      merged.add(columnOf(match[1]!) - 1, Number(match[2]), Number(match[3]))
      end = match.index + match[0].length
    }
    rest = text.slice(Math.max(end, text.length - TAG_LENGTH_MAX))
  }
  return merged
}

/** Returns the column of a cell reference such as `AB12`, from 1. */
export function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]*/i.exec(reference)![0].toUpperCase())
    column = column * 26 + letter.charCodeAt(0) - 64
  return column
}
