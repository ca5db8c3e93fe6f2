import {
  columnSetting,
  columnSettings,
  initialSetting,
  settingMember,
  siteColumn,
  siteField,
  siteFieldNames,
  siteMember,
  type ColumnSettings,
  type SiteFieldValues,
} from '@plumbline/contract'
import {
  columnsOf,
  RecordedPayload,
  type CanonicalValue,
  type FieldTable,
  type RecordedField,
} from '../ledger/index.ts'
import { recordedLaboratory } from './laboratory.ts'
import type { Site, Workspace } from './workspace.ts'

/** Settings by the names of their columns, as recorded in the ledger. */
export type RecordedSettings = Readonly<Record<string, CanonicalValue>>

/**
 * Settings of a workspace that take effect immediately: all of them are recorded, those of certificates as one object.
 */
const settingFields = declaredSettings()

function declaredSettings(): Readonly<Record<keyof ColumnSettings | 'laboratory', RecordedField>> {
  const declared = columnSettings.map((name) => {
    const { since = 1 } = columnSetting(name)
    return [settingMember(name), { column: name, since, otherwise: initialSetting(name) }] as const
  })
  // Each setting with a column has a member.
  const fields = Object.fromEntries(declared) as Record<keyof ColumnSettings, RecordedField>
  return { ...fields, laboratory: { column: 'laboratory' } }
}

/** Recorded fields of a workspace: the time zone has separate entries, and the first site never changes. */
export const workspaceFields = {
  ...settingFields,
  timeZone: 'time_zone',
  defaultSiteId: 'default_site_id',
} as const satisfies Partial<Record<keyof Workspace, string | RecordedField>>

/** Recorded fields of a site: everything stated about it, with its certificate settings as one object. */
export const siteFields = declaredSiteFields()

function declaredSiteFields(): Readonly<Record<keyof SiteFieldValues | 'laboratory', RecordedField>> {
  const declared = siteFieldNames.map((name) => {
    const { since = 1 } = siteField(name)
    return [siteMember(name), { column: siteColumn(name), since, otherwise: null }] as const
  })
  // Each field has a member.
  const fields = Object.fromEntries(declared) as Record<keyof SiteFieldValues, RecordedField>
  return { ...fields, laboratory: { column: 'laboratory' } }
}

/** Recorded fields of a location. */
export const locationFields = { name: 'name', siteId: 'site_id' } as const satisfies FieldTable

/** The payload of a new workspace's entry, in addition to its ledger. */
export const workspacePayload = new RecordedPayload({ kinds: ['workspace.created'], fields: workspaceFields })

/** The payload of a new site's entry. */
export const sitePayload = new RecordedPayload({ kinds: ['site.created'], fields: siteFields })

/** The payload of a new location's entry. */
export const locationPayload = new RecordedPayload({ kinds: ['location.created'], fields: locationFields })

/** Returns a row in the form of entries: the logo of the laboratory is represented by its hash. */
export function asRecorded<Row extends Pick<Site, 'laboratory'>>(
  row: Row,
): Omit<Row, 'laboratory'> & { laboratory: CanonicalValue } {
  return { ...row, laboratory: recordedLaboratory(row.laboratory) }
}

const settingColumns = new Set<string>(Object.values(columnsOf(settingFields)))

/** Settings of a workspace that take effect immediately, by column name. */
export function recordedSettings(workspace: Workspace): RecordedSettings {
  const recorded = Object.entries(workspacePayload.fields(asRecorded(workspace)))
  return Object.fromEntries(recorded.filter(([column]) => settingColumns.has(column)))
}

/** Returns a site by column name. */
export function recordedSite(site: Site): RecordedSettings {
  return sitePayload.fields(asRecorded(site))
}
