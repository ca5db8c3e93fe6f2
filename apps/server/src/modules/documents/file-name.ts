import { withoutHiddenCharacters } from '../../platform/hidden-characters.ts'

/**
 * A file's name without the directories before it, of either kind, and without characters that disguise it; empty
 * when nothing else was there.
 */
export function baseName(fileName: string): string {
  const name = withoutHiddenCharacters(fileName).split(/[/\\]/).at(-1)!.trim()
  return name === '.' || name === '..' ? '' : name
}

/** Bytes of a file's name: file systems take 255, and some count those of a form of their own. */
const NAME_BYTES = 180

/** Names that Windows keeps for devices, whatever follows a point. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/** A file's name as part of a path that every system takes. */
export function pathPart(fileName: string): string {
  const plain = fileName.replaceAll(/[<>:"/\\|?*\p{Cc}]/gu, '_').replace(/[. ]+$/, '')
  const [extension = ''] = /\.[^. ]{1,10}$/.exec(plain) ?? []
  let name = plain.slice(0, plain.length - extension.length)
  while (Buffer.byteLength(name) > NAME_BYTES) name = Array.from(name).slice(0, -1).join('')
  const whole = `${name.trimStart()}${extension}`.replace(DEVICE, '$&_')
  return whole || 'file'
}
