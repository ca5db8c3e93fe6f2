/** A piece of a line. */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** A block of a text; of a list the lines of its items. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly lines: readonly Inline[][] }
  | { readonly kind: 'paragraph' | 'bullets' | 'steps'; readonly lines: readonly Inline[][] }

const HEADING = /^(#{1,3})\s+(.*)$/
const BULLET = /^\s*[-*+]\s+(.*)$/
const STEP = /^\s*\d+[.)]\s+(.*)$/

/** Matches strong, emphasized and verbatim text, and links to web pages or e-mail addresses. */
const INLINE = /\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|`([^`]+)`|\[([^\]]+)\]\(((?:https?:\/\/|mailto:)[^\s)]+)\)/g

/**
 * Parses the part of Markdown that work instructions need: headings, paragraphs, lists, strong and emphasized text, code and
 * links. Everything else, including HTML, remains literal text.
 */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let open: { kind: 'paragraph' | 'bullets' | 'steps'; texts: string[] } | undefined
  const close = () => {
    if (open) blocks.push({ kind: open.kind, lines: open.texts.map(parseInline) })
    open = undefined
  }
  const add = (kind: 'paragraph' | 'bullets' | 'steps', line: string) => {
    if (open?.kind !== kind) close()
    open ??= { kind, texts: [] }
    open.texts.push(line)
  }
  for (const line of text.split(/\r?\n/)) {
    const [heading, bullet, step] = [HEADING.exec(line), BULLET.exec(line), STEP.exec(line)]
    if (line.trim() === '') close()
    else if (heading) {
      close()
      const level = heading[1]!.length as 1 | 2 | 3
      blocks.push({ kind: 'heading', level, lines: [parseInline(heading[2]!)] })
    } else if (bullet) add('bullets', bullet[1]!)
    else if (step) add('steps', step[1]!)
    // A line below an item goes on with it.
    else if (open && open.kind !== 'paragraph' && /^\s/.test(line)) {
      open.texts[open.texts.length - 1] += ` ${line.trim()}`
    } else add('paragraph', line.trim())
  }
  close()
  return blocks
}

function parseInline(text: string): Inline[] {
  const pieces: Inline[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) })
    pieces.push(pieceOf(match))
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) })
  return pieces
}

function pieceOf([, strong, emphasis, code, link, href]: RegExpMatchArray): Inline {
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  if (code !== undefined) return { kind: 'code', text: code }
  return { kind: 'link', text: link!, href: href! }
}
