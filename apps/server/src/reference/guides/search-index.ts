import type { FieldEntry } from './field-index.ts'
import { addressOf, type Guide } from './guide-list.ts'
import { operationAddress, operationsOf, type PublicDocument } from './public-document.ts'
import type { DocumentSection } from './render-markdown.ts'
import type { SearchEntry } from './search.ts'

/** The page of all fields. */
export const FIELDS_PATH = '/docs/fields'

/** The guide of errors, whose sections are error codes. */
const ERROR_FILE = 'docs/errors.md'

/** Returns the search entries for the sections of a guide. */
export function guideEntries(guide: Guide, sections: readonly DocumentSection[]): SearchEntry[] {
  return sections.map(({ id, depth, heading, text }) => {
    const isPage = depth === 1
    const isCode = guide.file === ERROR_FILE && !isPage
    return {
      kind: isCode ? 'error' : 'guide',
      title: isPage ? guide.title : heading,
      within: isPage ? heading : guide.title,
      address: isPage ? addressOf(guide) : `${addressOf(guide)}#${id}`,
      names: [],
      text,
      isPage,
    }
  })
}

/** Returns the search entries for the operations. */
export function operationEntries(document: PublicDocument): SearchEntry[] {
  return operationsOf(document).map(({ method, path, operation }) => ({
    kind: 'operation',
    title: operation.summary,
    within: `${method} ${path}`,
    address: operationAddress(operation),
    names: [operation.operationId, path],
    text: [
      withoutCodeMarks(operation.description ?? ''),
      ...(operation.parameters ?? []).map(({ name }) => name),
    ].join(' '),
    isPage: false,
  }))
}

/** Returns the search entries for the fields. */
export function fieldEntries(fields: readonly FieldEntry[]): SearchEntry[] {
  return fields.map(({ name, meanings }) => ({
    kind: 'field',
    title: name,
    within: 'Fields',
    address: `${FIELDS_PATH}#${name}`,
    names: [],
    text: withoutCodeMarks(meanings.map(({ description }) => description).join(' ')),
    isPage: false,
  }))
}

/** Removes code markup, because descriptions are Markdown and excerpts are plain text. */
function withoutCodeMarks(description: string): string {
  return description.replaceAll('`', '')
}
