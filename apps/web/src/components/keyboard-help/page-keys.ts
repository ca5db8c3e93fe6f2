import type { MessageKey } from '../../messages.ts'

/** A key, or keys that do the same each in its direction, and what happens. */
export interface PageKey {
  names: readonly string[]
  does: MessageKey
}

const search: PageKey = { names: ['/'], does: 'keys.searchField' }
const rows: PageKey = { names: ['↑', '↓'], does: 'keys.rows' }
const open: PageKey = { names: ['Enter'], does: 'keys.open' }

const keysByPage: readonly (readonly [RegExp, readonly PageKey[]])[] = [
  [/\/worklist$/, [rows, open, { names: ['C'], does: 'keys.calibrate' }]],
  [
    /\/approvals$/,
    [
      { names: ['J', 'K'], does: 'keys.records' },
      open,
      { names: ['Space'], does: 'keys.select' },
      { names: ['A'], does: 'keys.approve' },
      { names: ['R'], does: 'keys.reject' },
    ],
  ],
  [/\/(instruments|documents)$/, [search, rows, open]],
  [
    /\/(calibrate|correct)$/,
    [
      { names: ['Enter'], does: 'keys.nextField' },
      { names: ['Ctrl', 'Enter'], does: 'keys.save' },
    ],
  ],
  [/\/instruments\/(?!new$)[^/]+$/, [{ names: ['←', '→'], does: 'keys.points' }, open]],
]

/** Keys that hold on every page of a workspace. */
export const keysEverywhere: readonly PageKey[] = [
  { names: ['Ctrl', 'K'], does: 'keys.search' },
  { names: ['Tab'], does: 'keys.next' },
  { names: ['Esc'], does: 'keys.close' },
  { names: ['?'], does: 'keys.help' },
]

/** The keys of the page at a path; none when it has no keys of its own. */
export function keysOfPage(path: string): readonly PageKey[] {
  return keysByPage.find(([pattern]) => pattern.test(path))?.[1] ?? []
}
