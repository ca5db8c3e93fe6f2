import { Marked, type MarkedToken, type RendererObject, type Token, type Tokens } from 'marked'
import { escapeHtml } from '../../platform/http/index.ts'
import { breakable } from './breakable.ts'

/** A document rendered for a page. */
export interface RenderedDocument {
  readonly html: string
  readonly sections: readonly DocumentSection[]
}

/** A heading of a document, with the text below it up to the next heading. */
export interface DocumentSection {
  /** ID of the heading on the page. */
  readonly id: string
  readonly depth: number
  readonly heading: string
  /** Without Markdown markup. */
  readonly text: string
}

/**
 * Converts a document to HTML, with IDs for its headings as on GitHub. HTML in the document is escaped.
 * @param targetOf returns the target of a link; undefined makes it plain text
 */
export function renderMarkdown(
  markdown: string,
  targetOf: (href: string) => string | undefined,
): RenderedDocument {
  const marked = new Marked({ gfm: true })
  const tokens = marked.lexer(markdown)
  const sections = sectionsOf(tokens)
  const ids = sections.map(({ id }) => id)
  marked.use({ renderer: rendererWith(ids, targetOf) })
  return { html: marked.parser(tokens), sections }
}

function rendererWith(ids: string[], targetOf: (href: string) => string | undefined): RendererObject {
  return {
    heading({ tokens, depth }) {
      const id = ids.shift() ?? ''
      const [only, ...others] = tokens
      const isPlain = only?.type === 'text' && others.length === 0
      const html = isPlain ? breakable(plainText(tokens)) : this.parser.parseInline(tokens)
      return `<h${depth} id="${escapeHtml(id)}">${html}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const target = targetOf(href)
      return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`
    },
    codespan: ({ text }) => `<code>${breakable(text)}</code>`,
    // Code wider than the page can be scrolled, including by keyboard.
    code({ text, lang }) {
      const name = lang ? `Sample, ${lang}` : 'Sample'
      return `<pre tabindex="0" role="region" aria-label="${escapeHtml(name)}"><code>${escapeHtml(text)}</code></pre>\n`
    },
    table({ header, rows }) {
      const row = (cells: Tokens.TableCell[], tag: string) =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
      const body = rows.map((cells) => row(cells, 'td')).join('\n')
      return `<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
    },
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
  }
}

function sectionsOf(tokens: readonly Token[]): DocumentSection[] {
  const sections: { id: string; depth: number; heading: string; text: string }[] = []
  const taken = new Map<string, number>()
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plainText([token])
      sections.push({ id: idOf(heading, taken), depth: (token as Tokens.Heading).depth, heading, text: '' })
    } else if (sections.length > 0) {
      sections.at(-1)!.text += `${plainText([token])}\n`
    }
  }
  return sections
}

/** Returns the ID of a heading: the one that links in the documents use, because GitHub displays them too. */
function idOf(heading: string, taken: Map<string, number>): string {
  const id = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
  const before = taken.get(id) ?? 0
  taken.set(id, before + 1)
  return before === 0 ? id : `${id}-${before}`
}

/** Returns the visible text of tokens, with the parts of a block separated by spaces. */
function plainText(tokens: readonly Token[]): string {
  return tokens.map((token) => textOf(token as MarkedToken)).join('')
}

function textOf(token: MarkedToken): string {
  if (token.type === 'list') return token.items.map(({ tokens }) => `${plainText(tokens)} `).join('')
  if (token.type === 'table') {
    return [token.header, ...token.rows]
      .flat()
      .map(({ tokens }) => `${plainText(tokens)} `)
      .join('')
  }
  if (token.type === 'codespan' || token.type === 'code') return token.text
  if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens)
  return 'text' in token ? token.text : ' '
}
