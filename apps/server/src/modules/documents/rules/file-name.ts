/** A file's name without the directories before it, of either kind; empty when nothing else was there. */
export function baseName(fileName: string): string {
  const name = fileName.split(/[/\\]/).at(-1)!.trim()
  return name === '.' || name === '..' ? '' : name
}
