import type { EventType, LiveArea, Role } from '@plumbline/contract'

/** A change, with the properties that matter to pages. */
export interface Change {
  /** Type of the event; types of other versions of the program may be unknown. */
  readonly type: string
  /** Its site; null if it affects the whole workspace. */
  readonly siteId: string | null
}

/** Determines which changes are signaled to the person of a page. */
export interface Reach {
  readonly role: Role
  /** Null for all sites. */
  readonly siteIds: readonly string[] | null
  /** Whether the person may read the activity of the whole workspace. */
  readonly readsActivity: boolean
}

/**
 * Returns the areas that these changes affect for the person of a page. Changes at other sites have no effect, and activity
 * is included for people who may read it.
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

/** The area that each type of event affects in addition to activity: types of webhooks, and types for pages only. */
const AREA_OF = {
  'settings.changed': 'settings',
  'activity.added': null,
  'site.left': 'instruments',
  'calibration.created': 'calibrations',
  'calibration.approved': 'calibrations',
  'calibration.rejected': 'calibrations',
  'calibration.corrected': 'calibrations',
  'calibration.voided': 'calibrations',
  // The name says calibrations, but no record changes.
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

/** The known types of events. */
export const knownEventTypes: readonly string[] = Object.keys(AREA_OF)

function areaOf(type: string): LiveArea | null {
  return Object.hasOwn(AREA_OF, type) ? AREA_OF[type as keyof typeof AREA_OF] : null
}
