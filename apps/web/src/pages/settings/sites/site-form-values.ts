import type { SiteRead } from '@plumbline/contract'
import {
  emptyLaboratory,
  laboratoryChanges,
  laboratoryValuesOf,
  type LaboratoryValues,
} from '../laboratory-values.ts'

/** What the form holds: texts as typed, so that nothing is lost on the way. */
export interface SiteFormValues extends LaboratoryValues {
  name: string
  /** Empty: the workspace's zone holds. */
  timezone: string
}

/** A site that is yet to be named. */
export const emptySite: SiteFormValues = { ...emptyLaboratory, name: '', timezone: '' }

/** A site as the form shows it. */
export function valuesOf(site: SiteRead): SiteFormValues {
  return { ...laboratoryValuesOf(site), name: site.name ?? '', timezone: site.timezone ?? '' }
}

/** The body that changes a site, or makes one of the empty site: only what differs. */
export function changesOf(before: SiteFormValues, after: SiteFormValues): Record<string, unknown> {
  const timezone = after.timezone.trim()
  return {
    ...laboratoryChanges(before, after),
    ...(after.name !== before.name && { name: after.name }),
    ...(timezone !== before.timezone && { timezone: timezone === '' ? null : timezone }),
  }
}
