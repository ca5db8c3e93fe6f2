import {
  changeableSettings,
  columnSettings,
  initialSetting,
  laboratoryMember,
  laboratorySettings,
  settingMember,
  workspaceSetting,
  type ColumnSetting,
  type ColumnSettings,
  type LaboratorySetting,
  type SettingValue,
  type WorkspaceUpdate,
} from '@plumbline/contract'
import type { Laboratory, LaboratoryChange } from './laboratory.ts'
import { presentLogo, readLogo, type LogoFault } from './read-logo.ts'
import type { Workspace } from './workspace.ts'

const changeableColumns = columnSettings.filter((name) =>
  (changeableSettings as readonly string[]).includes(name),
) as Extract<keyof WorkspaceUpdate, ColumnSetting>[] // Both name them alike.

/** Settings of a body that have columns, by the members of rows; absent ones stay as they are. */
export function columnSettingsOf(body: WorkspaceUpdate): Partial<ColumnSettings> {
  const sent = changeableColumns.filter((name) => body[name] !== undefined)
  return Object.fromEntries(sent.map((name) => [settingMember(name), orNone(body[name])]))
}

/** A blank text is none; what may not be without one is refused before. */
function orNone(sent: unknown): unknown {
  return typeof sent === 'string' && sent.trim() === '' ? null : sent
}

/** Bodies of a workspace and of a site, as far as they concern the laboratory. */
type LaboratoryBody = Partial<Pick<WorkspaceUpdate, LaboratorySetting>>

/** Laboratory settings of a body, by the names under which they are kept. */
export function laboratoryOfBody(body: LaboratoryBody, logoFault: LogoFault): LaboratoryChange {
  const members = laboratorySettings.map((name) => [
    laboratoryMember(name),
    name === 'logo' ? readLogo(body.logo, logoFault) : body[name],
  ])
  return Object.fromEntries(members) as LaboratoryChange
}

type Presented<Name extends ColumnSetting | LaboratorySetting> = { [Each in Name]: SettingValue<Each> }

/** The settings with columns, as the app shows them. */
export function presentColumns(workspace: Workspace): Presented<ColumnSetting> {
  const shown = columnSettings.map((name) => [name, workspace[settingMember(name)]])
  return Object.fromEntries(shown) as Presented<ColumnSetting>
}

/** Some laboratory settings, as the app shows them: with what holds where nothing is set. */
export function presentLaboratory<Name extends LaboratorySetting>(
  laboratory: Laboratory,
  names: readonly Name[],
): Presented<Name> {
  const shown = names.map((name) => [name, presentValue(name, laboratory)])
  return Object.fromEntries(shown) as Presented<Name>
}

function presentValue(name: LaboratorySetting, laboratory: Laboratory): unknown {
  if (workspaceSetting(name).kind === 'logo') return presentLogo(laboratory.logo)
  return laboratory[laboratoryMember(name)] ?? initialSetting(name)
}
