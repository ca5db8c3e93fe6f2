import { siteField, siteFieldNames, type SiteFieldName, type SiteRead } from '@plumbline/contract'
import {
  emptyLaboratory,
  laboratoryChanges,
  laboratoryValuesOf,
  type LaboratoryValues,
} from '../laboratory-values.ts'

/** The values of the form: texts as typed, so that nothing is lost. */
export type SiteFormValues = LaboratoryValues & SiteTexts

/** The fields of a site; empty if not stated, such as the time zone if that of the workspace applies. */
type SiteTexts = { [Name in SiteFieldName]: string }

/** A site that is yet to be named. */
export const emptySite: SiteFormValues = { ...emptyLaboratory, ...textsOf({}) }

/** A site as the form shows it. */
export function valuesOf(site: SiteRead): SiteFormValues {
  return { ...laboratoryValuesOf(site), ...textsOf(site) }
}

function textsOf(read: { readonly [Name in SiteFieldName]?: string | null }): SiteTexts {
  return Object.fromEntries(siteFieldNames.map((name) => [name, read[name] ?? ''])) as SiteTexts
}

/** The body that changes a site, or makes one of the empty site: only what differs. */
export function changesOf(before: SiteFormValues, after: SiteFormValues): Record<string, unknown> {
  const changed = siteFieldNames.filter((name) => sentOf(name, after) !== sentOf(name, before))
  return {
    ...laboratoryChanges(before, after),
    ...Object.fromEntries(changed.map((name) => [name, sentOf(name, after)])),
  }
}

/** A field as a body states it: an emptied one is cleared, and zones have no blanks around them. */
function sentOf(name: SiteFieldName, { [name]: typed }: SiteTexts): string | null {
  const { kind, required } = siteField(name)
  if (required) return typed
  if (typed.trim() === '') return null
  return kind === 'zone' ? typed.trim() : typed
}
