import {
  because,
  changeableSettings,
  type ColumnSetting,
  type ColumnSettings,
  columnSettings,
  initialSetting,
  laboratoryMember,
  type LaboratorySetting,
  laboratorySettings,
  type RefusalReason,
  type ScopeLine,
  settingMember,
  type SettingValue,
  siteField,
  type SiteFieldName,
  siteFieldNames,
  type SiteFieldValues,
  siteMember,
  type SiteUpdate,
  type SiteValue,
  workspaceSetting,
  type WorkspaceUpdate,
} from '@plumbline/contract'
import { capabilityAt } from '@plumbline/contract/reading'
import { isBlank } from '@plumbline/contract/tolerance'
import { validationError } from '../../platform/errors.ts'
import type { Laboratory, LaboratoryChange, Site, Workspace } from '../workspaces/index.ts'
import { serializeLogo, readLogo } from './read-logo.ts'

const changeableColumns = columnSettings.filter((name) =>
  (changeableSettings as readonly string[]).includes(name),
) as Extract<keyof WorkspaceUpdate, ColumnSetting>[] // Both name them alike.

/** Returns the settings of a body that have columns, by the names of row members; absent ones remain unchanged. */
export function columnSettingsOf(body: WorkspaceUpdate): Partial<ColumnSettings> {
  const sent = changeableColumns.filter((name) => body[name] !== undefined)
  return Object.fromEntries(sent.map((name) => [settingMember(name), orNone(body[name])]))
}

/** A blank text becomes null; blank required settings are refused earlier. */
function orNone(sent: unknown): unknown {
  return typeof sent === 'string' && sent.trim() === '' ? null : sent
}

/** The parts of the bodies of workspaces and sites that concern the laboratory. */
type LaboratoryBody = Partial<Pick<WorkspaceUpdate, LaboratorySetting>>

/**
 * Returns the laboratory settings of a body under the names used in storage.
 * @throws 422 VALIDATION_ERROR for empty lines of a scope
 */
export function laboratoryOfBody(body: LaboratoryBody): LaboratoryChange {
  requireSoundScope(body.accreditation_scope ?? [])
  const members = laboratorySettings.map((name) => [
    laboratoryMember(name),
    name === 'logo' ? readLogo(body.logo) : body[name],
  ])
  return Object.fromEntries(members) as LaboratoryChange
}

type Presented<Name extends ColumnSetting | LaboratorySetting> = { [Each in Name]: SettingValue<Each> }

/** Returns the settings with columns in the form of the app's API. */
export function serializeColumns(workspace: Workspace): Presented<ColumnSetting> {
  const shown = columnSettings.map((name) => [name, workspace[settingMember(name)]])
  return Object.fromEntries(shown) as Presented<ColumnSetting>
}

/** Returns some laboratory settings in the form of the app's API, with defaults for those that are not set. */
export function serializeLaboratory<Name extends LaboratorySetting>(
  laboratory: Laboratory,
  names: readonly Name[],
): Presented<Name> {
  const shown = names.map((name) => [name, serializeValue(name, laboratory)])
  return Object.fromEntries(shown) as Presented<Name>
}

function serializeValue(name: LaboratorySetting, laboratory: Laboratory): unknown {
  if (workspaceSetting(name).kind === 'logo') return serializeLogo(laboratory.logo)
  return laboratory[laboratoryMember(name)] ?? initialSetting(name)
}

/**
 * Returns the site fields of a body, by the names of row members; absent members remain unchanged.
 * @param readZone returns a time zone in its stored form
 */
export function siteFieldsOf(
  body: SiteUpdate,
  readZone: (sent: string | null) => string | null,
): Partial<SiteFieldValues> {
  const sent = siteFieldNames.filter((name) => body[name] !== undefined)
  const members = sent.map((name) => {
    const value = body[name] ?? null
    return [siteMember(name), siteField(name).kind === 'zone' ? readZone(value) : orNone(value)]
  })
  return Object.fromEntries(members) as Partial<SiteFieldValues>
}

/** Returns the stated fields of a site in the form of the app's API. */
export function serializeSiteFields(site: Site): { [Name in SiteFieldName]: SiteValue<Name> } {
  const shown = siteFieldNames.map((name) => [name, site[siteMember(name)]])
  return Object.fromEntries(shown) as { [Name in SiteFieldName]: SiteValue<Name> }
}

/** @throws 422 VALIDATION_ERROR with each member of a line that contradicts another one, or that is missing */
function requireSoundScope(lines: readonly ScopeLine[]): void {
  const faults = lines.flatMap((line, index) =>
    faultsOf(line).map(([member, reason]) => ({
      loc: ['body', 'accreditation_scope', index, member],
      type: 'value_error',
      reason,
    })),
  )
  if (faults.length > 0) throw validationError(faults)
}

function faultsOf(line: ScopeLine): [member: keyof ScopeLine, reason: RefusalReason][] {
  const { from, to, unit, cmc, cmc_unit: capabilityUnit, cmc_percent: percent, since, until } = line
  const stated = [cmc, percent].filter((each) => !isBlank(each))
  const isOther = !isBlank(capabilityUnit) && capabilityAt(line, { value: from, unit }, unit) === null
  return [
    ...(Number(to) < Number(from) ? [['to', because('field.below_lower')] as const] : []),
    ...(stated.length === 0 ? [['cmc', because('field.cmc_missing')] as const] : []),
    ...(Number(cmc ?? 0) < 0 ? [['cmc', because('field.not_negative')] as const] : []),
    ...(Number(percent ?? 0) < 0 ? [['cmc_percent', because('field.not_negative')] as const] : []),
    ...(isOther ? [['cmc_unit', because('field.unit_differs', { unit })] as const] : []),
    ...(since !== null && until !== null && until < since
      ? [['until', because('field.from_after_to')] as const]
      : []),
  ].map(([member, reason]) => [member, reason])
}
