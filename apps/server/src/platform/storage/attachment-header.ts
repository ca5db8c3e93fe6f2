import { withoutHiddenCharacters } from '../hidden-characters.ts'

/** Longest name that common file systems can save, in bytes of UTF-8. */
const NAME_BYTES_MAX = 255

/** Longest ending, dot included, that is kept when a name has to be cut. */
const ENDING_LENGTH_MAX = 16

/** Characters that may stand in an extended value as they are (RFC 8187, section 3.2.1). */
const ATTR_CHAR = /[A-Za-z0-9!#$&+.^_`|~-]/

/** Name of a file whose own name holds nothing that can be kept. */
const NAMELESS = 'file'

/**
 * The value of Content-Disposition that makes a browser save a file under this name (RFC 6266):
 * the name in ASCII for old clients, and exactly in UTF-8 where it holds more (RFC 8187).
 */
export function attachmentHeader(fileName: string): string {
  const name = saveableName(fileName)
  const ascii = name.replaceAll(/[^\x20-\x7e]+/g, '_').replaceAll(/["\\%]/g, '_')
  const plain = `attachment; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${extendedValue(name)}`
}

/**
 * A name under which a file can be saved anywhere: without folders, without control characters and
 * without marks that turn the direction of text around and so disguise an ending, at most 255 bytes.
 */
export function saveableName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  const name = withoutHiddenCharacters(last.toWellFormed()).trim()
  return /^\.*$/.test(name) ? NAMELESS : shortened(name)
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return name
  const ending = /\.[A-Za-z0-9]+$/.exec(name)?.[0] ?? ''
  const kept = ending.length <= ENDING_LENGTH_MAX ? ending : ''
  let room = NAME_BYTES_MAX - kept.length
  let stem = ''
  for (const character of name.slice(0, name.length - kept.length)) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    stem += character
  }
  return stem + kept
}

function extendedValue(name: string): string {
  const encoded = Array.from(Buffer.from(name), (byte) => {
    const character = String.fromCharCode(byte)
    return ATTR_CHAR.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  return encoded.join('')
}
