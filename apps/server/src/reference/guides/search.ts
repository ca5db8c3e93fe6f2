/** Something that the search of the documentation finds. */
export interface SearchEntry {
  readonly kind: 'guide' | 'operation' | 'error' | 'field'
  /** Heading, operation, code or field. */
  readonly title: string
  /** What the title stands in: a guide, or method and path. */
  readonly within: string
  readonly address: string
  /** Further words by which it is found as surely as by its title. */
  readonly names: readonly string[]
  readonly text: string
  /** Whether it stands for a whole page. */
  readonly isPage: boolean
}

/** An entry as it was found. */
export interface SearchResult {
  readonly entry: SearchEntry
  /** The words around the first term, or the beginning of the text. */
  readonly excerpt: string
}

/** An entry as it is compared. */
export interface IndexedEntry {
  readonly entry: SearchEntry
  readonly title: string
  readonly names: readonly string[]
  readonly text: string
}

/** So many fit on a page that is still read. */
const RESULTS_MAX = 30

/** Terms beyond these find nothing more that is wanted, and cost time. */
const TERMS_MAX = 8

const EXCERPT_CHARACTERS = 180

/** What a match is worth, by where it is: a name that is the term outweighs any number of mentions. */
const WEIGHTS = {
  isTitle: 200,
  isName: 90,
  wordOfTitle: 40,
  withinTitle: 15,
  withinName: 10,
  mention: 1,
} as const

/** Mentions beyond these say no more about a page. */
const MENTIONS_MAX = 5

/** What a match of a whole page is worth beside one of a part of it, for each term in its title. */
const PAGE_WEIGHT = 30

/** Returns an entry in the form in which queries are compared with it, made once for all of them. */
export function indexed(entry: SearchEntry): IndexedEntry {
  return {
    entry,
    title: entry.title.toLowerCase(),
    names: entry.names.map((name) => name.toLowerCase()),
    text: `${entry.within} ${entry.text}`.toLowerCase(),
  }
}

/**
 * Returns the entries in which every term of a query occurs, best first. Case does not matter; a term finds words that it is
 * part of.
 */
export function search(entries: readonly IndexedEntry[], query: string): SearchResult[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, TERMS_MAX)
  if (terms.length === 0) return []
  return entries
    .map((one) => ({ entry: one.entry, score: scoreOf(one, terms) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, RESULTS_MAX)
    .map(({ entry }) => ({ entry, excerpt: excerptOf(entry.text, terms) }))
}

/** Returns 0 where a term is missing. */
function scoreOf(one: IndexedEntry, terms: readonly string[]): number {
  const scores = terms.map((term) => scoreOfTerm(term, one))
  if (scores.includes(0)) return 0
  const whole = one.title === terms.join(' ') ? WEIGHTS.isTitle : 0
  return whole + scores.reduce((sum, score) => sum + score, 0)
}

function scoreOfTerm(term: string, { title, names, text, entry: { isPage } }: IndexedEntry): number {
  let score = mentions(text, term) * WEIGHTS.mention
  if (names.includes(term)) score += WEIGHTS.isName
  else if (names.some((name) => name.includes(term))) score += WEIGHTS.withinName
  if (!title.includes(term)) return score
  const isWord = title.split(/[^\p{L}\p{N}_-]+/u).includes(term)
  return score + (isWord ? WEIGHTS.wordOfTitle : WEIGHTS.withinTitle) + (isPage ? PAGE_WEIGHT : 0)
}

function mentions(text: string, term: string): number {
  let count = 0
  for (
    let at = text.indexOf(term);
    at >= 0 && count < MENTIONS_MAX;
    at = text.indexOf(term, at + term.length)
  )
    count += 1
  return count
}

function excerptOf(text: string, terms: readonly string[]): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  const lower = words.toLowerCase()
  const at = Math.max(0, Math.min(...terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)))
  const from = Number.isFinite(at) && at > EXCERPT_CHARACTERS / 3 ? words.lastIndexOf(' ', at - 40) + 1 : 0
  const excerpt = words.slice(from, from + EXCERPT_CHARACTERS)
  const head = from > 0 ? '… ' : ''
  return head + excerpt + (from + EXCERPT_CHARACTERS < words.length ? ' …' : '')
}
