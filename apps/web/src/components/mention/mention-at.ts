/** A name that is being typed after an `@`. */
export interface MentionQuery {
  /** Place of the `@`. */
  readonly start: number
  /** The text between the `@` and the caret. */
  readonly query: string
}

/** A name that is offered, and how many people bear it. */
export interface OfferedName {
  readonly name: string
  readonly count: number
}

/** Names that are offered at a time: as many as fit below a field without scrolling. */
const OFFERED_MAX = 7

/** Longest text after an `@` that is looked up as a name. */
const QUERY_MAX = 60

/** The name that is being typed before the caret; undefined where none is, such as in an e-mail address. */
export function mentionAt(text: string, caret: number): MentionQuery | undefined {
  const start = text.lastIndexOf('@', caret - 1)
  if (caret === 0 || start === -1 || /[\p{L}\p{N}_.%+-]$/u.test(text.slice(0, start))) return undefined
  const query = text.slice(start + 1, caret)
  return query.length > QUERY_MAX || /[\n@]/.test(query) ? undefined : { start, query }
}

/**
 * Returns names with a word that begins with the query, those that begin with it first, without duplicates. Returns nothing once a
 * name is complete.
 */
export function offeredNames(people: readonly { readonly name: string }[], query: string): OfferedName[] {
  const typed = query.toLowerCase()
  const offered = [...Map.groupBy(people, ({ name }) => name)]
    .map(([name, { length: count }]) => ({
      name,
      count,
      position: ` ${name.toLowerCase()}`.indexOf(` ${typed}`),
    }))
    .filter(({ position }) => position !== -1)
    .toSorted((one, other) => Math.sign(one.position) - Math.sign(other.position))
    .slice(0, OFFERED_MAX)
    .map(({ name, count }) => ({ name, count }))
  return offered.length === 1 && offered[0]!.name.toLowerCase() === typed ? [] : offered
}

/** Returns a text with the typed part of a name completed, and the new position of the caret. */
export function withMention(
  text: string,
  { start, query }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const after = text.slice(start + 1 + query.length)
  const inserted = `@${name}${/^[\s,.;:!?)]/.test(after) ? '' : ' '}`
  return { text: text.slice(0, start) + inserted + after, caret: start + inserted.length }
}
