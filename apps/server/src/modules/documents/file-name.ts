import { withoutHiddenCharacters } from '../../platform/hidden-characters.ts'

/**
 * Returns a file name without leading directories, separated by either slash, and without characters that disguise it;
 * empty if nothing is left.
 */
export function baseName(fileName: string): string {
  const name = withoutHiddenCharacters(fileName).split(/[/\\]/).at(-1)!.trim()
  return name === '.' || name === '..' ? '' : name
}

/** Maximum length of a file name in bytes: file systems allow 255, and some count the bytes of their own encoding. */
const NAME_BYTES = 180

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/** Returns a file name as a path segment that is valid on every system. */
export function pathPart(fileName: string): string {
  const plain = fileName.replaceAll(/[<>:"/\\|?*\p{Cc}]/gu, '_').replace(/[. ]+$/, '')
  const [extension = ''] = /\.[^. ]{1,10}$/.exec(plain) ?? []
  let name = plain.slice(0, plain.length - extension.length)
  while (Buffer.byteLength(name) > NAME_BYTES) name = Array.from(name).slice(0, -1).join('')
  const whole = `${name.trimStart()}${extension}`.replace(DEVICE, '$&_')
  return whole || 'file'
}
