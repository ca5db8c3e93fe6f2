import type { WorkspaceApi } from '../../api/index.ts'
import { START, type BulkSubject, type Part } from './bulk-run.ts'

/** Returns the instruments after a cursor, at most the given number. */
export async function partAfter(
  api: WorkspaceApi,
  subject: BulkSubject,
  cursor: string,
  most: number,
): Promise<Part> {
  if ('ids' in subject) {
    const from = cursor === START ? 0 : subject.ids.indexOf(cursor) + 1
    const ids = subject.ids.slice(from, from + most)
    return { ids, next: from + most < subject.ids.length ? ids.at(-1)! : null }
  }
  const query = { ...subject.filter, limit: most, after: cursor === START ? undefined : cursor }
  const { ids, has_more: more } = await api.listInstrumentIds({ query })
  return { ids, next: more ? ids.at(-1)! : null }
}
