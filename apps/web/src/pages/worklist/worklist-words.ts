import type { AppDueInstrument } from '@plumbline/contract'
import { formatDate } from '../../base/formats.ts'
import type { OpenWorkspace } from '../../state/workspace.ts'

/** Returns where an instrument is, and who calibrates it: "Cabinet 4 · Leipzig · Tess Technician · 1 Dec 2026". */
export function placeWords(row: AppDueInstrument, withSite: boolean): string {
  return [locationText(row, withSite), assignedWords(row)].filter((words) => words !== null).join(' · ')
}

/** Returns assignee and planned day, such as "Tess Technician · 1 Dec 2026"; null if unassigned. */
export function assignedWords({ assignee_name: name, planned_for: day }: AppDueInstrument): string | null {
  if (name === null) return null
  return day === null ? name : `${name} · ${formatDate(day)}`
}

/**
 * Returns the location of the instrument with its details; null if neither is set.
 * @param withSite whether to append the name of its site
 */
export function locationText(row: AppDueInstrument, withSite = false): string | null {
  const names = [row.location_name, row.location, withSite ? row.site_name : null].filter(
    (name) => name !== null && name !== '',
  )
  return names.length === 0 ? null : [...new Set(names)].join(' · ')
}

/** Returns the time zone of a row's site. */
export function zoneOf(
  { sites, workspace }: Pick<OpenWorkspace, 'sites' | 'workspace'>,
  { site_id }: AppDueInstrument,
): string {
  return sites.find(({ id }) => id === site_id)?.timezone ?? workspace.timezone
}
