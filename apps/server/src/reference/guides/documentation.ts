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

/** The pages of the documentation, as they are served. */
export interface Documentation {
  /** Returns the page at an address, undefined where there is none. */
  page(address: string): string | undefined
  /** Returns the page of what is found by a query. */
  results(query: string): string
  /** Returns the page for an address where there is none: it says so, and lists what is found by the words in it. */
  missing(address: string): string
}

/**
 * Makes the pages of the guides and of the fields, and the index that is searched. It takes a moment, and is done once.
 * @param served addresses of files that guides link to and that are no guides
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

/** Suggestions on the page for an address where there is none. */
const SUGGESTIONS_MAX = 5

/** The words of the last part of an address: `/docs/paging_and-sync.md` is looked up as `paging and sync`. */
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
 * Returns where a link of a guide leads on the pages: to the page of the file that it names, or out of this server. Undefined
 * for a file that is not served, whose link becomes plain text.
 * @param href as the document has it, relative to its file
 * @param served addresses of files that are no guides, by their path from the root of the repository
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
