import { posix } from 'node:path'
import { fieldIndex } from './field-index.ts'
import { addressOf, type Guide, type GuideGroup, installedGuides, readGuide } from './guide-list.ts'
import {
  fieldsMain,
  guidePage,
  missingMain,
  resultsMain,
  SAMPLE_KEY_SCRIPT_PATH,
  sampleKeyMain,
  SEARCH_PATH,
} from './guide-page.ts'
import type { PublicDocument } from './public-document.ts'
import { type RenderedDocument, renderMarkdown } from './render-markdown.ts'
import { fieldEntries, FIELDS_PATH, guideEntries, operationEntries } from './search-index.ts'
import { indexed, search } from './search.ts'

/** The pages of the documentation, as served. */
export interface Documentation {
  /** Returns the page at a path; undefined if there is none. */
  page(address: string): string | undefined
  /** Returns the page with the search results for a query. */
  results(query: string): string
  /** Returns the page for an unknown path: it says so, and lists the search results for the words in the path. */
  missing(address: string): string
}

/**
 * Creates the pages of the guides and of the fields, and the search index. It takes a moment, and is done once.
 * @param served paths of files that guides link to and that are not guides
 */
export function makeDocumentation(
  document: PublicDocument,
  served: Readonly<Record<string, string>>,
): Documentation {
  const groups = installedGuides()
  const guides = groups.flatMap((group) => group.guides)
  const rendered = guides.map((guide) => ({ guide, document: render(guide, guides, served) }))
  const fields = fieldIndex(document)
  const entries = [
    ...rendered.flatMap(({ guide, document: { sections } }) => guideEntries(guide, sections)),
    ...operationEntries(document),
    ...fieldEntries(fields),
  ].map(indexed)
  const pages = new Map(rendered.map(({ guide, document: { html } }) => pageOf(groups, guide, html)))
  const address = FIELDS_PATH
  pages.set(address, guidePage(groups, { title: 'Fields', address, main: fieldsMain(fields) }))
  return {
    page: (wanted) => pages.get(wanted),
    results: (query) =>
      guidePage(groups, {
        title: 'Search',
        address: SEARCH_PATH,
        main: resultsMain(query, search(entries, query)),
        query,
      }),
    missing: (wanted) =>
      guidePage(groups, {
        title: 'Page not found',
        address: wanted,
        main: missingMain(search(entries, wordsOf(wanted)).slice(0, SUGGESTIONS_MAX)),
      }),
  }
}

/** Maximum number of suggestions on the page for an unknown path. */
const SUGGESTIONS_MAX = 5

/** Returns the words in the last segment of a path: for `/docs/paging_and-sync.md` it is `paging and sync`. */
function wordsOf(address: string): string {
  const last = address.split('/').findLast((part) => part !== '') ?? ''
  return last
    .replace(/\.\w+$/, '')
    .replaceAll(/%[\da-f]{2}|[-_+]/gi, ' ')
    .slice(0, 200)
}

function render(
  guide: Guide,
  guides: readonly Guide[],
  served: Readonly<Record<string, string>>,
): RenderedDocument {
  return renderMarkdown(readGuide(guide), (href) => linkTarget(href, guide, guides, served))
}

function pageOf(groups: readonly GuideGroup[], guide: Guide, main: string): [address: string, page: string] {
  const address = addressOf(guide)
  const page = { title: guide.title, address, main }
  if (guide.slug !== 'sample-data') return [address, guidePage(groups, page)]
  const script = SAMPLE_KEY_SCRIPT_PATH
  return [address, guidePage(groups, { ...page, main: sampleKeyMain(main), script })]
}

/**
 * Returns the target of a guide's link on the pages: the page of the linked file, or an external URL. Undefined for a
 * file that is not served, whose link becomes plain text.
 * @param href as written in the document, relative to its file
 * @param served paths of files that are not guides, by their path from the root of the repository
 */
export function linkTarget(
  href: string,
  from: Guide,
  guides: readonly Guide[],
  served: Readonly<Record<string, string>>,
): string | undefined {
  if (/^(?:https?:|mailto:|#|\/)/.test(href)) return href
  const [path = '', fragment] = href.split('#', 2)
  const file = posix.join(posix.dirname(from.file), path)
  const target = guides.find((guide) => guide.file === file)
  const address = target === undefined ? served[file] : addressOf(target)
  return address === undefined || fragment === undefined ? address : `${address}#${fragment}`
}
