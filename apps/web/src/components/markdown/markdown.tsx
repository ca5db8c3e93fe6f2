import type { ReactNode } from 'react'
import styles from './markdown.module.css'
import { parseMarkdown, type Block, type Inline } from './parse-markdown.ts'

/** Renders a user's Markdown text; heading levels start below those of the panel. */
export function Markdown({ text }: { text: string }) {
  return <div className={styles.text}>{parseMarkdown(text).map(blockOf)}</div>
}

function blockOf(block: Block, key: number): ReactNode {
  const [first = []] = block.lines
  switch (block.kind) {
    case 'heading': {
      const Heading = (['h3', 'h4', 'h5'] as const)[block.level - 1]!
      return <Heading key={key}>{first.map(piece)}</Heading>
    }
    case 'bullets':
      return <ul key={key}>{block.lines.map(item)}</ul>
    case 'steps':
      return <ol key={key}>{block.lines.map(item)}</ol>
    default:
      return (
        <p key={key}>
          {block.lines.map((line, at) => (
            <span key={at}>
              {at > 0 && <br />}
              {line.map(piece)}
            </span>
          ))}
        </p>
      )
  }
}

function item(line: readonly Inline[], key: number): ReactNode {
  return <li key={key}>{line.map(piece)}</li>
}

function piece(inline: Inline, key: number): ReactNode {
  switch (inline.kind) {
    case 'strong':
      return <strong key={key}>{inline.text}</strong>
    case 'emphasis':
      return <em key={key}>{inline.text}</em>
    case 'code':
      return <code key={key}>{inline.text}</code>
    case 'link':
      return (
        <a key={key} href={inline.href} rel="noreferrer noopener" target="_blank">
          {inline.text}
        </a>
      )
    default:
      return inline.text
  }
}
