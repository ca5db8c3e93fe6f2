import type { LiveArea, Role } from '@plumbline/contract'

/** A change, as far as pages show it. */
export interface Change {
  /** Type of the event. */
  readonly type: string
  /** Site that it happened at; null concerns the whole workspace. */
  readonly siteId: string | null
}

/** What decides which changes are signalled to the person of a page. */
export interface Reach {
  readonly role: Role
  /** Null: every site. */
  readonly siteIds: readonly string[] | null
  /** Whether the person may read the activity of the whole workspace. */
  readonly readsActivity: boolean
}

/**
 * Returns the areas in which the person of a page finds something else after these changes. A change at a site out of
 * reach counts for nothing, and activity counts for those who may read it.
 */
export function areasOf(changes: Iterable<Change>, reach: Reach): LiveArea[] {
  const areas = new Set<LiveArea>()
  for (const { type, siteId } of changes) {
    if (reach.readsActivity) areas.add('activity')
    const area = areaOf(type)
    if (area && reaches(reach, siteId)) areas.add(area)
  }
  return [...areas]
}

function reaches({ siteIds }: Reach, siteId: string | null): boolean {
  return siteIds === null || siteId === null || siteIds.includes(siteId)
}

/** Events of due dates that pass are named after calibrations, though no record changes. */
function areaOf(type: string): LiveArea | undefined {
  if (type === 'settings.changed') return 'settings'
  if (type === 'site.left' || type.startsWith('instrument.')) return 'instruments'
  if (type === 'calibration.due_soon' || type === 'calibration.overdue') return 'instruments'
  return type.startsWith('calibration.') || type.startsWith('finding.') ? 'calibrations' : undefined
}
