import type { InstrumentIds } from '@plumbline/contract'
import type { WorkspaceApi } from '../api.ts'
import { START, type BulkSubject, type Part } from './bulk-run.ts'

/** Instruments of one request: few enough that progress is seen, many enough that it stays quick. */
const PART = 50

/** The instruments after a place. */
export async function partAfter(api: WorkspaceApi, subject: BulkSubject, place: string): Promise<Part> {
  if ('ids' in subject) {
    const from = place === START ? 0 : subject.ids.indexOf(place) + 1
    const ids = subject.ids.slice(from, from + PART)
    return { ids, next: from + PART < subject.ids.length ? ids.at(-1)! : null }
  }
  const query = { ...subject.filter, limit: PART, after: place === START ? undefined : place }
  const { ids, has_more: more } = await api.get<InstrumentIds>('/instruments/ids', query)
  return { ids, next: more ? ids.at(-1)! : null }
}
