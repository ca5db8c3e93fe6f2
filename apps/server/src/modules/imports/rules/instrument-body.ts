import type { AppInstrumentCreate, AppInstrumentUpdate, ImportField } from '@plumbline/contract'
import { cellText } from './cell-text.ts'
import type { ReadRow } from './read-row.ts'

/** Members that both bodies have in common. */
type Described = Omit<AppInstrumentUpdate, 'calibration_interval_change_reason'>

/** The IDs of what a row names. */
export interface NamedByRow {
  readonly siteId?: string
  readonly locationId?: string
  /** Text of a location that the site does not have. */
  readonly text?: string
  readonly responsibleId?: string
}

/** Returns the body that changes an instrument to what a row states; empty cells change nothing. */
export function changedBody(row: ReadRow, named: NamedByRow): Described {
  const { place: text, ...texts } = row.texts
  const location = [named.text, text].filter((part) => part !== undefined).join(', ')
  const { interval } = row
  return {
    ...(row.name !== undefined && { name: row.name }),
    ...texts,
    ...(location !== '' && { location }),
    ...(typeof interval === 'object' && {
      calibration_interval_value: interval.value,
      calibration_interval_unit: interval.unit,
    }),
    ...(row.graceDays !== undefined && { grace_days: row.graceDays }),
    ...(row.isReferenceStandard !== undefined && { is_reference_standard: row.isReferenceStandard }),
    ...(named.siteId !== undefined && { site_id: named.siteId }),
    ...(named.locationId !== undefined && { location_id: named.locationId }),
    ...(named.responsibleId !== undefined && { responsible_id: named.responsibleId }),
    ...(Object.keys(row.customFields).length > 0 && { customFields: { ...row.customFields } }),
  }
}

/** Texts of an instrument that `changedBody` may contain again. */
type Texts = Readonly<Record<string, unknown>> & { readonly customFields: Readonly<Record<string, string>> }

/**
 * Returns the body without texts that differ from the instrument's only in blanks that are removed when a cell is read:
 * those are no change.
 * @param existing the members of the instrument, under the names of the API
 */
export function withoutSame(body: Described, existing: Texts): Described {
  const { customFields, ...members } = body
  const changed = Object.entries(members).filter(([name, stated]) => !isSame(stated, existing[name]))
  const labels = Object.entries(customFields ?? {}).filter(
    ([label, stated]) =>
      !Object.hasOwn(existing.customFields, label) || !isSame(stated, existing.customFields[label]),
  )
  return {
    ...(Object.fromEntries(changed) as Described),
    ...(labels.length > 0 && { customFields: Object.fromEntries(labels) }),
  }
}

function isSame(stated: unknown, has: unknown): boolean {
  return typeof stated === 'string' && typeof has === 'string' && cellText(has) === stated
}

/**
 * Returns the body that creates a row's instrument. A retired or sent-out instrument is created first and then moved,
 * as a user would.
 * @param name name to use if the row has none
 * @param lastCalibration the instant of its last calibration
 */
export function newBody(
  row: ReadRow,
  named: NamedByRow,
  { name, lastCalibration }: { name: string; lastCalibration: string | undefined },
): AppInstrumentCreate {
  const { status } = row
  const hasInterval = typeof row.interval === 'object'
  const isReferenceOnly = status === 'REFERENCE_ONLY' || (status === 'retired' && !hasInterval)
  const first = status === 'in_service' || status === 'out_of_service' ? status : 'active'
  const described = changedBody(row, named) as Omit<AppInstrumentCreate, 'asset_tag' | 'name'>
  return {
    ...described,
    asset_tag: row.assetTag,
    name,
    calibration_interval_value: described.calibration_interval_value ?? null,
    status: isReferenceOnly ? 'REFERENCE_ONLY' : first,
    ...(lastCalibration !== undefined && { last_calibration_date: lastCalibration }),
  }
}

/** Returns a name for an instrument whose row has none: its category, its manufacturer and model, or its asset tag. */
export function madeName({ texts, assetTag }: ReadRow): string {
  return texts.category ?? ([texts.manufacturer, texts.model].filter(Boolean).join(' ') || assetTag)
}

/** Returns the columns from which a member of a body is taken, most likely first. */
export function fieldsOfMember(member: string): readonly ImportField[] {
  if (member === 'location') return ['place', 'location']
  if (member === 'location_id') return ['location']
  if (member === 'site_id') return ['site']
  if (member === 'responsible_id') return ['responsible']
  if (member === 'until') return ['due_date']
  if (member === 'calibration_interval_value') {
    return ['calibration_interval_value', 'interval_months', 'interval_years', 'interval_days']
  }
  return [member as ImportField]
}
