/** An entry of the documentation search. */
export interface SearchEntry {
  readonly kind: 'guide' | 'operation' | 'error' | 'field'
  /** A heading, operation, error code or field. */
  readonly title: string
  /** The context of the title: a guide, or method and path. */
  readonly within: string
  readonly address: string
  /** Further words that match as well as the title does. */
  readonly names: readonly string[]
  readonly text: string
  /** Whether it represents a whole page. */
  readonly isPage: boolean
}

/** A search result. */
export interface SearchResult {
  readonly entry: SearchEntry
  /** The text around the first term, or the beginning of the text. */
  readonly excerpt: string
}

/** An entry prepared for comparison. */
export interface IndexedEntry {
  readonly entry: SearchEntry
  readonly title: string
  readonly names: readonly string[]
  readonly text: string
}

/** Maximum number of results: more would not be read. */
const RESULTS_MAX = 30

/** Maximum number of terms: more hardly improve the results, and take time. */
const TERMS_MAX = 8

const EXCERPT_CHARACTERS = 180

/** Weights of matches by location: a name equal to the term outweighs any number of mentions. */
const WEIGHTS = {
  isTitle: 200,
  isName: 90,
  wordOfTitle: 40,
  withinTitle: 15,
  withinName: 10,
  mention: 1,
} as const

/** Maximum number of mentions that count for a page. */
const MENTIONS_MAX = 5

/** Additional weight of a match for an entry that is a whole page, for each term in its title. */
const PAGE_WEIGHT = 30

/** Prepares an entry for comparison with queries; done once for all of them. */
export function indexed(entry: SearchEntry): IndexedEntry {
  return {
    entry,
    title: entry.title.toLowerCase(),
    names: entry.names.map((name) => name.toLowerCase()),
    text: `${entry.within} ${entry.text}`.toLowerCase(),
  }
}

/**
 * Returns the entries that contain every term of a query, best first. Case-insensitive; a term also matches parts of
 * words.
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

/** Returns the score of an entry; 0 if a term is missing. */
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
