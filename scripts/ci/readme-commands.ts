/** A block of commands in a document, as a person copies it into a shell. */
export interface CommandBlock {
  /** The commands as they are printed. */
  readonly text: string
  /** The line of the document that the block begins at, from 1. */
  readonly line: number
}

/** Returns the blocks of shell commands of a Markdown document, in their order. */
export function commandBlocks(markdown: string): CommandBlock[] {
  const blocks: CommandBlock[] = []
  for (const found of markdown.matchAll(/^```sh\n([^]*?)^```$/gm)) {
    blocks.push({ text: found[1]!.trimEnd(), line: markdown.slice(0, found.index).split('\n').length })
  }
  return blocks
}

/**
 * Returns the single commands of a block: a line that ends with a backslash, or within quotes that are still open, goes on
 * in the next.
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
