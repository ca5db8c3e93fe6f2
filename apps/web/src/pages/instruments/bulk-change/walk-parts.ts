import type { InstrumentIds } from '@plumbline/contract'
import type { Query, WorkspaceApi } from '../../../api.ts'

/** Instruments of one request: few enough that progress is seen, many enough that it stays quick. */
const PART = 50

/** What a change is meant for: instruments that were chosen, or all of a filter. */
export type BulkSubject =
  | { readonly ids: readonly string[]; readonly total: number }
  | { readonly filter: Query; readonly total: number }

/** A part of the instruments, and from where the next one goes on; null after the last. */
export interface Part {
  readonly ids: readonly string[]
  readonly next: string | null
}

/** Where a walk begins. */
export const START = ''

/** The instruments after a place; the same place always answers what comes after it, so a lost answer costs nothing. */
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
