/**
 * Control characters, and marks that reverse the direction of text or break its line: they are invisible, and a name
 * such as `invoice<RLO>fdp.exe` appears to end in .pdf.
 */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** Returns a text without characters that disguise how it reads. */
export function withoutHiddenCharacters(text: string): string {
  return text.replaceAll(HIDDEN, '')
}
