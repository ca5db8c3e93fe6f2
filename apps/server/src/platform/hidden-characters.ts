/**
 * Control characters, and marks that turn the direction of text around or break its line: none is seen, and a name
 * such as `invoice<RLO>fdp.exe` reads as if it ended in .pdf.
 */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** A text without characters that disguise how it reads. */
export function withoutHiddenCharacters(text: string): string {
  return text.replaceAll(HIDDEN, '')
}
