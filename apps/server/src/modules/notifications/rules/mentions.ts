/** Somebody who can be mentioned. */
export interface Mentionable {
  readonly personId: string
  readonly name: string
}

/** Longest text that a notification quotes, in characters: a few lines of a mail on a phone. */
const QUOTED_MAX = 280

/** What stands before a mention in a text that is cut, so that it is clear what is asked for. */
const BEFORE_MENTION_MAX = 100

/** Longest word that is left out where a text is cut; a longer one is cut itself. */
const WORD_MAX = 40

/** Characters of a word: an @ after one, or after one of the marks of an address, belongs to an e-mail address. */
const ADDRESS_END = /[\p{L}\p{N}_.%+-]$/u

/** What would continue a name: a letter or digit, also after a hyphen, a dot or another @. */
const GOES_ON = /^(?:[.@-]?[\p{L}\p{N}]|_)/u

/**
 * Those whom a text mentions by `@` and their display name, each once. The longest name that fits counts, in capital or
 * small letters; an `@` inside an e-mail address mentions nobody. Everybody of a name that several people bear is
 * mentioned: the text does not say which of them is meant, and a message too many does less harm than one that is missing.
 */
export function mentionedIn(text: string, people: readonly Mentionable[]): string[] {
  const byName = Map.groupBy(people, ({ name }) => folded(name).trim())
  byName.delete('')
  const longestFirst = [...byName.keys()].toSorted((a, b) => b.length - a.length)
  const haystack = folded(text)
  const mentioned = new Set<string>()
  for (const at of signsIn(haystack)) {
    const rest = haystack.slice(at + 1)
    const name = longestFirst.find((each) => rest.startsWith(each) && !GOES_ON.test(rest.slice(each.length)))
    for (const { personId } of byName.get(name ?? '') ?? []) mentioned.add(personId)
  }
  return [...mentioned]
}

/** A text as a notification quotes it: on one line, and around its first `@` where it is long. */
export function quoteOf(text: string): string {
  const line = spaced(text).trim()
  if (line.length <= QUOTED_MAX) return line
  const at = signsIn(line)[0] ?? 0
  const from = at + BEFORE_MENTION_MAX < QUOTED_MAX ? 0 : wordAfter(line, at - BEFORE_MENTION_MAX)
  const to = from + QUOTED_MAX
  const quoted = to >= line.length ? line.slice(from) : line.slice(from, wordBefore(line, from, to))
  return `${from > 0 ? '… ' : ''}${quoted}${to < line.length ? ' …' : ''}`
}

/** Places of each `@` that may begin a mention. */
function signsIn(text: string): number[] {
  return [...text.matchAll(/@/g)]
    .map(({ index }) => index)
    .filter((index) => !ADDRESS_END.test(text.slice(Math.max(0, index - 2), index)))
}

/** Without differences that readers do not see: capital letters, composed characters, and kinds of white space. */
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

function wordBefore(line: string, from: number, to: number): number {
  const space = line.lastIndexOf(' ', to)
  return space < to - WORD_MAX || space <= from ? to : space
}
