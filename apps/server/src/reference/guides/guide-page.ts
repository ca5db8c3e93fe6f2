import { breakable } from './breakable.ts'
import type { FieldEntry } from './field-index.ts'
import { escapeHtml } from '../../platform/http/index.ts'
import { addressOf, type GuideGroup } from './guide-list.ts'
import { operationAddress, REFERENCE_PATH } from './public-document.ts'
import { FIELDS_PATH } from './search-index.ts'
import type { SearchResult } from './search.ts'

/** Paths of the files that the pages load, all from this server. */
export const HEADER_STYLE_PATH = '/docs/header.css'
export const STYLE_PATH = '/docs/guides.css'
export const SCRIPT_PATH = '/docs/guides.js'
export const SAMPLE_KEY_SCRIPT_PATH = '/docs/sample-key.js'
export const SEARCH_PATH = '/docs/search'

/** Returns the header of the guides and of the reference, with the links between them and the search. */
export function documentationHeader(query = ''): string {
  return `<header class="top">
<a class="brand" href="/docs">Plumbline <span>documentation</span></a>
<form role="search" action="${SEARCH_PATH}" method="get">
<input type="search" name="q" value="${escapeHtml(query)}" maxlength="200" placeholder="Guides, operations, codes, fields" aria-label="Search the documentation" autocomplete="off">
<button>Search</button>
<div id="suggestions" hidden></div>
</form>
<nav aria-label="Parts"><a href="/docs">Guides</a> <a href="${REFERENCE_PATH}">API reference</a> <a href="/">Open the application</a></nav>
</header>`
}

/** The content of a page of the guides. */
export interface GuidePage {
  readonly title: string
  /** Its own path, which the navigation highlights. */
  readonly address: string
  readonly main: string
  readonly query?: string
  /** A script that only this page needs. */
  readonly script?: string
}

/** Returns a page of the guides as HTML: header, navigation and main part. It works without scripts. */
export function guidePage(
  groups: readonly GuideGroup[],
  { title, address, main, query, script }: GuidePage,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Plumbline documentation</title>
<link rel="stylesheet" href="${HEADER_STYLE_PATH}">
<link rel="stylesheet" href="${STYLE_PATH}">
<script src="${SCRIPT_PATH}"></script>${script === undefined ? '' : `\n<script src="${script}" defer></script>`}
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
${documentationHeader(query)}
<div class="frame">
${navigation(groups, address)}
<main id="main" tabindex="-1">
${main}
</main>
</div>
</body>
</html>
`
}

/** Returns the navigation: all guides, then the lookup pages that are made from the OpenAPI document. */
function navigation(groups: readonly GuideGroup[], current: string): string {
  const made = [
    { title: 'API reference', address: REFERENCE_PATH },
    { title: 'Fields', address: FIELDS_PATH },
  ]
  const parts = groups.map(({ title, guides }) => ({
    title,
    pages: guides.map((guide) => ({ title: guide.title, address: addressOf(guide) })),
  }))
  const lookUp = parts.find(({ title }) => title === 'Look up')
  if (lookUp === undefined) parts.push({ title: 'Look up', pages: made })
  else lookUp.pages.unshift(...made)
  const list = parts.map(({ title, pages }) => {
    const items = pages.map(({ title: name, address }) => {
      const mark = address === current ? ' aria-current="page"' : ''
      return `<li><a href="${address}"${mark}>${escapeHtml(name)}</a></li>`
    })
    return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
  })
  return `<nav class="side" aria-label="Documentation"><details open><summary>All pages</summary>\n${list.join('\n')}\n</details></nav>`
}

const SAMPLE_KEY_HEADING = '<h2 id="make-a-key-for-the-sample-data">Make a key for the sample data</h2>\n'

/**
 * Returns the guide to the sample data with a placeholder for the button that creates a key, which its script fills in.
 */
export function sampleKeyMain(html: string): string {
  if (!html.includes(SAMPLE_KEY_HEADING))
    throw new Error('the guide to the sample data has no place for the key')
  const place =
    '<div id="sample-key" aria-live="polite"><noscript><p>The button for it needs JavaScript.</p></noscript></div>\n'
  return html.replace(SAMPLE_KEY_HEADING, SAMPLE_KEY_HEADING + place)
}

const KINDS = { guide: 'Guide', operation: 'Operation', error: 'Error code', field: 'Field' } as const

/** Returns the main part of the search results page. */
export function resultsMain(query: string, results: readonly SearchResult[]): string {
  if (query.trim() === '')
    return '<h1>Search</h1>\n<p>Look for guides, operations, error codes and fields.</p>'
  const list =
    results.length === 0
      ? '<p id="results">Nothing was found. Look for one word, a code or the name of a field.</p>'
      : resultList(results)
  return `<h1>Results for “${breakable(query)}”</h1>\n${list}`
}

function resultList(results: readonly SearchResult[]): string {
  const items = results.map(
    ({ entry: { kind, title, within, address }, excerpt }) =>
      `<li><a href="${escapeHtml(address)}">${breakable(title)}</a> <span class="kind">${KINDS[kind]} · ${escapeHtml(within)}</span><p>${breakable(excerpt)}</p></li>`,
  )
  return `<ol id="results">\n${items.join('\n')}\n</ol>`
}

/** Returns the main part of the page for an unknown path. */
export function missingMain(results: readonly SearchResult[]): string {
  const found = results.length === 0 ? '' : `\n<h2>You may be looking for</h2>\n${resultList(results)}`
  return `<h1>Page not found</h1>
<p>There is no page at this address. It may have moved. Search the documentation above, or <a href="/docs">go to the overview</a>.</p>${found}`
}

/** Maximum number of operations shown for a field; a longer list would not be read. */
const OPERATIONS_SHOWN = 8

/** Returns the main part of the page of all fields. */
export function fieldsMain(fields: readonly FieldEntry[]): string {
  const parts = fields.map(({ name, meanings, operations }) => {
    const said = meanings.map(
      ({ description, schemas }) =>
        `<li>${inlineCode(description)} <span class="kind">${escapeHtml(schemas.join(', '))}</span></li>`,
    )
    const shown = operations
      .slice(0, OPERATIONS_SHOWN)
      .map(
        ({ operation }) =>
          `<a href="${escapeHtml(operationAddress(operation))}">${escapeHtml(operation.operationId)}</a>`,
      )
    const more =
      operations.length > OPERATIONS_SHOWN ? ` and ${operations.length - OPERATIONS_SHOWN} more` : ''
    const users = shown.length > 0 ? `<p>${shown.join(', ')}${more}</p>` : ''
    return `<h2 id="${escapeHtml(name)}"><code>${escapeHtml(name)}</code></h2>\n<ul>${said.join('\n')}</ul>\n${users}`
  })
  return `<h1>Fields</h1>
<p>Every member of bodies and responses and every parameter of the public API, by name, with the schemas that have it and the operations that take or return it. Made from the <a href="/api/public/v1/openapi.json">OpenAPI document</a>.</p>
<div class="fields">
${parts.join('\n')}
</div>`
}

function inlineCode(description: string): string {
  return escapeHtml(description).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
