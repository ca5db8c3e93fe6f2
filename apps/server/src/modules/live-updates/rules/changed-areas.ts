import type { EventType, LiveArea, Role } from '@plumbline/contract'

/** A change, as far as pages show it. */
export interface Change {
  /** Type of the event; that of another version of the program may be unknown here. */
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

/** The area that an event of each type changes beside activity: of those that webhooks carry, and of those for pages alone. */
const AREA_OF = {
  'settings.changed': 'settings',
  'activity.added': null,
  'site.left': 'instruments',
  'calibration.created': 'calibrations',
  'calibration.approved': 'calibrations',
  'calibration.rejected': 'calibrations',
  'calibration.corrected': 'calibrations',
  'calibration.voided': 'calibrations',
  // Named after calibrations, though no record changes.
  'calibration.due_soon': 'instruments',
  'calibration.overdue': 'instruments',
  'finding.opened': 'calibrations',
  'finding.closed': 'calibrations',
  'instrument.created': 'instruments',
  'instrument.updated': 'instruments',
  'instrument.retired': 'instruments',
  'instrument.status_changed': 'instruments',
  'instrument.sent_out': 'instruments',
  'instrument.received': 'instruments',
} as const satisfies Readonly<Record<EventType, LiveArea>> & Readonly<Record<string, LiveArea | null>>

/** Types of events that are known here. */
export const knownEventTypes: readonly string[] = Object.keys(AREA_OF)

function areaOf(type: string): LiveArea | null {
  return Object.hasOwn(AREA_OF, type) ? AREA_OF[type as keyof typeof AREA_OF] : null
}
