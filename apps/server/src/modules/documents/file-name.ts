import { withoutHiddenCharacters } from '../../platform/hidden-characters.ts'

/**
 * A file's name without the directories before it, of either kind, and without characters that disguise it; empty
 * when nothing else was there.
 */
export function baseName(fileName: string): string {
  const name = withoutHiddenCharacters(fileName).split(/[/\\]/).at(-1)!.trim()
  return name === '.' || name === '..' ? '' : name
}
