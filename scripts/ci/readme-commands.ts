/** A block of shell commands in a document. */
export interface CommandBlock {
  /** The commands as printed. */
  readonly text: string
  /** The line where the block begins, starting from 1. */
  readonly line: number
}

/** Returns the blocks of shell commands in a Markdown document, in order. */
export function commandBlocks(markdown: string): CommandBlock[] {
  const blocks: CommandBlock[] = []
  for (const found of markdown.matchAll(/^```sh\n([^]*?)^```$/gm)) {
    blocks.push({ text: found[1]!.trimEnd(), line: markdown.slice(0, found.index).split('\n').length })
  }
  return blocks
}

/**
 * Returns the commands of a block. A command continues on the next line after a backslash or within open quotes.
 */
export function commandsOf({ text }: Pick<CommandBlock, 'text'>): string[] {
  const commands: string[] = []
  let open = ''
  for (const line of text.split('\n')) {
    open = open === '' ? line : `${open}\n${line}`
    const isQuoted = (open.match(/'/g)?.length ?? 0) % 2 === 1
    if (isQuoted || open.endsWith('\\')) continue
    if (open.trim() !== '') commands.push(open)
    open = ''
  }
  return open === '' ? commands : [...commands, open]
}
