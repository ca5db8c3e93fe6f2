import type { Block, Fact, Section } from './page-model.ts'

/** About seven lines in the column of values; longer text reads better across the full width. */
const LONG_FROM = 320

/** Returns the trimmed text, or undefined if nothing is left. */
export function present(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed ? trimmed : undefined
}

/** Returns labelled texts in the given order, without those that are empty. */
export function factsOf(entries: Array<readonly [label: string, value: string | null | undefined]>): Fact[] {
  return entries.flatMap(([label, value]) => {
    const text = present(value)
    return text ? [{ label, value: text, ...(text.length > LONG_FROM ? { long: true } : {}) }] : []
  })
}

/** Returns a section with those of its blocks that have content. */
export function section(
  title: string,
  blocks: Block[],
  options: { together?: boolean; wide?: boolean } = {},
): Section {
  return { title, blocks: blocks.filter((block) => isFilled(block)), ...options }
}

function isFilled(block: Block): boolean {
  if (block.kind === 'facts') return block.facts.length > 0
  if (block.kind === 'results') return block.table.rows.length > 0
  if (block.kind === 'points') return block.table.points.length > 0
  if (block.kind === 'statements') return block.statements.length > 0
  return present(block.text) !== undefined
}
