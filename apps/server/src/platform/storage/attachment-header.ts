import { withoutHiddenCharacters } from '../hidden-characters.ts'

/** Maximum length of names that common file systems can store, in bytes of UTF-8. */
const NAME_BYTES_MAX = 255

/** Maximum length of an extension, dot included, that is kept if a name has to be truncated. */
const ENDING_LENGTH_MAX = 16

/** Characters that need no encoding in an extended value (RFC 8187, section 3.2.1). */
const ATTR_CHAR = /[A-Za-z0-9!#$&+.^_`|~-]/

/** Name of a file whose own name contains no usable characters. */
const NAMELESS = 'file'

/**
 * Returns the value of Content-Disposition that makes a browser save a file under this name (RFC 6266): in ASCII for
 * old clients, and exactly in UTF-8 if it contains other characters (RFC 8187).
 */
export function attachmentHeader(fileName: string): string {
  const name = saveableName(fileName)
  const ascii = name.replaceAll(/[^\x20-\x7e]+/g, '_').replaceAll(/["\\%]/g, '_')
  const plain = `attachment; filename="${ascii}"`
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${extendedValue(name)}`
}

/**
 * Returns a name under which a file can be saved anywhere: without folders, control characters, and marks that reverse
 * the direction of text and so disguise an extension; at most 255 bytes.
 */
export function saveableName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  const name = withoutHiddenCharacters(last.toWellFormed()).trim()
  return /^\.*$/.test(name) ? NAMELESS : shortened(name)
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= NAME_BYTES_MAX) return name
  const ending = /\.[A-Za-z0-9]+$/.exec(name)?.[0] ?? ''
  const suffix = ending.length <= ENDING_LENGTH_MAX ? ending : ''
  let room = NAME_BYTES_MAX - suffix.length
  let stem = ''
  for (const character of name.slice(0, name.length - suffix.length)) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    stem += character
  }
  return stem + suffix
}

function extendedValue(name: string): string {
  const encoded = Array.from(Buffer.from(name), (byte) => {
    const character = String.fromCharCode(byte)
    return ATTR_CHAR.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  return encoded.join('')
}
