import type { Role } from '@plumbline/contract'
import type { MessageKey } from '../../base/messages.ts'
import { may } from '../../state/session.ts'

/** A key, or keys that do the same each in its direction, and what happens. */
export interface PageKey {
  names: readonly string[]
  does: MessageKey
  /** Who may do it; everybody unless named. */
  who?: (role: Role) => boolean
}

const search: PageKey = { names: ['/'], does: 'keys.searchField' }
const rows: PageKey = { names: ['↑', '↓'], does: 'keys.rows' }
const open: PageKey = { names: ['enter'], does: 'keys.open' }

function formKeys(who: (role: Role) => boolean): PageKey[] {
  return [
    { names: ['enter'], does: 'keys.nextField', who },
    { names: ['ctrl', 'enter'], does: 'keys.save', who },
  ]
}

/** Of the points of a record. */
function pointKeys(who: (role: Role) => boolean): PageKey[] {
  return [
    { names: ['↑', '↓'], does: 'keys.point', who },
    { names: ['F2'], does: 'keys.pointMore', who },
    { names: ['F8'], does: 'keys.pointLeft', who },
    { names: ['='], does: 'keys.pointSame', who },
    { names: ['shift', 'F8'], does: 'keys.pointsSame', who },
    { names: ['G', 'N', 'P', 'F', 'O'], does: 'keys.pointWord', who },
  ]
}

const keysByPage: readonly (readonly [RegExp, readonly PageKey[]])[] = [
  [/\/worklist$/, [rows, open, { names: ['C'], does: 'keys.calibrate', who: may.write }]],
  [
    /\/approvals$/,
    [
      { names: ['J', 'K'], does: 'keys.records' },
      open,
      { names: ['space'], does: 'keys.select', who: may.manage },
      { names: ['A'], does: 'keys.approve', who: may.manage },
      { names: ['R'], does: 'keys.reject', who: may.manage },
    ],
  ],
  [/\/(instruments|documents)$/, [search, rows, open]],
  [/\/calibrate$/, [...formKeys(may.write), ...pointKeys(may.write)]],
  [/\/correct$/, [...formKeys(may.manage), ...pointKeys(may.manage)]],
  [/\/instruments\/(?!new$)[^/]+$/, [{ names: ['←', '→'], does: 'keys.points' }, open]],
]

/** Keys that hold on every page of a workspace. */
export const keysEverywhere: readonly PageKey[] = [
  { names: ['ctrl', 'K'], does: 'keys.search' },
  { names: ['tab'], does: 'keys.next' },
  { names: ['escape'], does: 'keys.close' },
  { names: ['?'], does: 'keys.help' },
]

/** The keys of the page at a path, as far as a role may use them; none when it has no keys of its own. */
export function keysOfPage(path: string, role: Role): readonly PageKey[] {
  const keys = keysByPage.find(([pattern]) => pattern.test(path))?.[1] ?? []
  return keys.filter(({ who }) => who === undefined || who(role))
}
