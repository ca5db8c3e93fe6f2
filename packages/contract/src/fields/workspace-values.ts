import { camelCase, type CamelCase } from './names.ts'
import {
  workspaceSettings,
  type SettingSection,
  type ValueOfKind,
  type WorkspaceSetting,
} from './workspace.ts'

type Settings = typeof workspaceSettings

/** A setting, by its name in the API. */
export type SettingName = keyof Settings

type Choice<Setting> = Setting extends { readonly choices: readonly (infer Word)[] } ? Word : never

type Stored<Setting extends WorkspaceSetting> = Setting['kind'] extends 'choice'
  ? Choice<Setting>
  : ValueOfKind[Setting['kind']]

/** The value of a setting, as returned. */
export type SettingValue<Name extends SettingName> =
  | Stored<Settings[Name]>
  | (Settings[Name] extends { readonly required: true } | { readonly initially: unknown } ? never : null)

type NamesWith<Attributes> = {
  [Name in SettingName]: Settings[Name] extends Attributes ? Name : never
}[SettingName]

/** A setting with its own column. */
export type ColumnSetting = NamesWith<{ kept: 'column' }>

/** A setting that can be changed in the application. */
export type ChangeableSetting = Exclude<SettingName, NamesWith<{ operated: true }>>

/** A setting of the laboratory data printed on certificates. */
export type LaboratorySetting = NamesWith<{ kept: 'laboratory' }>

/** A setting that can be overridden by a site. */
export type SiteSetting = NamesWith<{ ofSites: true }>

/** The settings with columns, by the members of rows. */
export type ColumnSettings = { [Name in ColumnSetting as CamelCase<Name>]: SettingValue<Name> }

type LaboratoryMember<Name extends LaboratorySetting> = Settings[Name] extends {
  readonly as: infer Member extends string
}
  ? Member
  : Name

/** The laboratory data printed on certificates, as stored; members that are not set are absent. */
export type LaboratorySettings = {
  [Name in LaboratorySetting as LaboratoryMember<Name>]?: NonNullable<SettingValue<Name>>
}

/** The settings, in the order of the table. */
export const settingNames = Object.keys(workspaceSettings) as SettingName[]

/** The settings with columns, in the order of the table. */
export const columnSettings = settingNames.filter(
  (name): name is ColumnSetting => workspaceSettings[name].kept === 'column',
)

/** The settings that can be changed in the application, in the order of the table. */
export const changeableSettings = settingNames.filter(
  (name): name is ChangeableSetting => !('operated' in workspaceSettings[name]),
)

/** The settings of the laboratory data printed on certificates, in the order of the table. */
export const laboratorySettings = settingNames.filter(
  (name): name is LaboratorySetting => workspaceSettings[name].kept === 'laboratory',
)

/** The settings that can be overridden by a site. */
export const siteSettings = settingNames.filter((name): name is SiteSetting => {
  const setting = workspaceSetting(name)
  return setting.kept === 'laboratory' && setting.ofSites === true
})

/** Returns the table entry of a setting. */
export function workspaceSetting(name: SettingName): WorkspaceSetting {
  return workspaceSettings[name]
}

/** Returns the table entry of a setting with a column. */
export function columnSetting(name: ColumnSetting): Extract<WorkspaceSetting, { kept: 'column' }> {
  return workspaceSettings[name]
}

/** Returns the value that applies if a setting is not set. */
export function initialSetting(name: SettingName): ValueOfKind[keyof ValueOfKind] | null {
  return workspaceSetting(name).initially ?? null
}

/** Returns the row member that contains a setting with a column. */
export function settingMember<Name extends ColumnSetting>(name: Name): CamelCase<Name> {
  return camelCase(name)
}

/** Returns the member of the laboratory data that contains a setting. */
export function laboratoryMember(name: LaboratorySetting): keyof LaboratorySettings {
  const setting = workspaceSettings[name]
  return 'as' in setting ? setting.as : (name as Exclude<LaboratorySetting, 'laboratory_name'>)
}

/**
 * Returns those of the given settings that belong to a section of the form, in its order: multi-line texts after
 * others, flags last.
 */
export function settingsOfSection<Name extends SettingName>(
  section: SettingSection,
  among: readonly Name[],
): Name[] {
  return among
    .filter((name) => workspaceSetting(name).section === section)
    .toSorted((one, other) => depthOf(one) - depthOf(other))
}

function depthOf(name: SettingName): number {
  const setting = workspaceSetting(name)
  if (setting.kind === 'flag') return 2
  return setting.kind === 'text' && setting.lines ? 1 : 0
}
