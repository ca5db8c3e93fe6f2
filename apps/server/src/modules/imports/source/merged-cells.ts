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
  value: string
}

/** The cells of a sheet that are merged over several lines. */
export class MergedCells {
  readonly #byFirst = new Map<number, Merged[]>()
  #open: Merged[] = []
  #size = 0

  add(at: number, first: number, last: number): void {
    if (last <= first || this.#size >= MERGED_MAX) return
    this.#size += 1
    this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), { at, last, value: '' }])
  }

  /**
   * Writes the value of each merged cell into the lines that it covers. A line that is otherwise empty remains so, and
   * cells merged within one line are not repeated: that is how headings are written. Lines come in their order.
   */
  fill(line: number, cells: string[]): void {
    if (this.#size === 0) return
    this.#open = this.#open.filter(({ last }) => last >= line)
    if (cells.some((cell) => cell !== '')) {
      for (const { at, value } of this.#open) {
        while (cells.length < at) cells.push('')
        cells[at] ||= value
      }
    }
    for (const merged of this.#byFirst.get(line) ?? []) {
      merged.value = cells[merged.at] ?? ''
      if (merged.value !== '') this.#open.push(merged)
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
