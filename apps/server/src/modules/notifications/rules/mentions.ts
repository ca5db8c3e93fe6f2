/** A person who can be mentioned. */
export interface Mentionable {
  readonly personId: string
  readonly name: string
}

/** Maximum length of a quoted text, in characters: a few lines of a mail on a phone. */
const QUOTED_MAX = 280

/** Maximum number of characters before the mention in a shortened text, as context. */
const BEFORE_MENTION_MAX = 100

/** Maximum length of a word that is omitted where a text is cut; a longer one is cut itself. */
const WORD_MAX = 40

/** An `@` that may begin a mention: one after the local part of an e-mail address does not. */
const SIGN = /(?<![\p{L}\p{N}_.%+-])@/gu

/** Continuation of a name: a letter or digit, possibly after a hyphen, a dot or another @. */
const GOES_ON = /^(?:[.@-]?[\p{L}\p{N}]|_)/u

/**
 * Returns the people whom a text mentions by `@` and their display name, each once. The longest matching name is used,
 * ignoring case; an `@` inside an e-mail address mentions nobody. If several people share a name, all are mentioned: a
 * superfluous message does less harm than a missing one.
 */
export function mentionedIn(text: string, people: readonly Mentionable[]): string[] {
  const byName = Map.groupBy(people, ({ name }) => folded(name).trim())
  byName.delete('')
  const longestFirst = [...byName].toSorted(([a], [b]) => b.length - a.length)
  const haystack = folded(text)
  const mentioned = new Set<string>()
  for (const at of signsIn(haystack)) {
    const rest = haystack.slice(at + 1)
    const isNamed = (name: string) => rest.startsWith(name) && !GOES_ON.test(rest.slice(name.length))
    const [, named = []] = longestFirst.find(([name]) => isNamed(name)) ?? []
    for (const { personId } of named) mentioned.add(personId)
  }
  return [...mentioned]
}

/** Returns a text as a notification quotes it: on one line, and shortened around its first `@` if it is long. */
export function quoteOf(text: string): string {
  const line = spaced(text).trim()
  if (line.length <= QUOTED_MAX) return line
  const at = signsIn(line)[0] ?? 0
  const from = at + BEFORE_MENTION_MAX < QUOTED_MAX ? 0 : wordAfter(line, at - BEFORE_MENTION_MAX)
  const to = from + QUOTED_MAX
  const quoted = to >= line.length ? line.slice(from) : line.slice(from, wordBefore(line, to))
  return `${from > 0 ? '… ' : ''}${quoted}${to < line.length ? ' …' : ''}`
}

/** Returns the indexes of each `@` that may begin a mention. */
function signsIn(text: string): number[] {
  return [...text.matchAll(SIGN)].map(({ index }) => index)
}

/** Removes differences of case, composition and white space. */
function folded(text: string): string {
  return spaced(text).toLowerCase()
}

function spaced(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ')
}

function wordAfter(line: string, from: number): number {
  const space = line.indexOf(' ', from)
  return space === -1 || space > from + WORD_MAX ? from : space + 1
}

function wordBefore(line: string, to: number): number {
  const space = line.lastIndexOf(' ', to)
  return space < to - WORD_MAX ? to : space
}
