import type { ReadRow } from './read-row.ts'

/** The row of a file that was the first to name each asset tag and serial number. */
export class Claimed {
  readonly #tags = new Map<string, number>()
  readonly #serials = new Map<string, number>()

  /** Returns the number of the earlier row with the same asset tag. */
  rowOfTag({ assetTag, row }: ReadRow): number | undefined {
    return other(this.#tags.get(assetTag.normalize('NFC')), row)
  }

  /** Returns the number of the earlier row with the same serial number. */
  rowOfSerial({ texts, row }: ReadRow): number | undefined {
    return texts.serial_number === undefined
      ? undefined
      : other(this.#serials.get(texts.serial_number.normalize('NFC')), row)
  }

  /** Records the identifiers of a row that no earlier row has. */
  take({ assetTag, texts, row }: ReadRow): void {
    const [tag, serial] = [assetTag.normalize('NFC'), texts.serial_number?.normalize('NFC')]
    if (!this.#tags.has(tag)) this.#tags.set(tag, row)
    if (serial !== undefined && !this.#serials.has(serial)) this.#serials.set(serial, row)
  }
}

function other(claimedBy: number | undefined, row: number): number | undefined {
  return claimedBy === row ? undefined : claimedBy
}
