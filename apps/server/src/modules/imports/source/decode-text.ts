const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of a file: UTF-16 by its byte order mark, otherwise UTF-8, and where that fails Windows-1252, which spreadsheets of
 * Western Europe and America write.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
