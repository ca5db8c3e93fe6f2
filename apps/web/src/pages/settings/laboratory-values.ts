import { siteSettings, type SiteRead, type SiteSetting, type WorkspaceRead } from '@plumbline/contract'
import { emptySettings, settingChanges, settingValuesOf, type SettingValues } from './setting-values.ts'

type LaboratorySettings = Exclude<SiteSetting, 'statements'>

/** The laboratory's settings that certificates print, as values of a form; empty if not set. */
export interface LaboratoryValues extends SettingValues<LaboratorySettings> {
  'statements.scope': string
  'statements.reproduction': string
  'statements.further': string
}

const statements = ['scope', 'reproduction', 'further'] as const

/** The laboratory's settings with a single form value each. */
export const laboratorySettings = siteSettings.filter(
  (name): name is LaboratorySettings => name !== 'statements',
)

/** The texts of statements, as a form names them. */
export const statementNames = statements.map((name) => `statements.${name}` as const)

/** The names of a laboratory's fields, in the order of the form. */
export const laboratoryNames: readonly (keyof LaboratoryValues)[] = [...laboratorySettings, ...statementNames]

/** A laboratory without settings. */
export const emptyLaboratory: LaboratoryValues = {
  ...emptySettings(laboratorySettings),
  ...statementValues(null),
}

/** The laboratory of a workspace or of a site as the form shows it. */
export function laboratoryValuesOf(read: Pick<WorkspaceRead | SiteRead, SiteSetting>): LaboratoryValues {
  return { ...settingValuesOf(read, laboratorySettings), ...statementValues(read.statements) }
}

function statementValues(read: SiteRead['statements']) {
  return {
    'statements.scope': read?.scope ?? '',
    'statements.reproduction': read?.reproduction ?? '',
    'statements.further': read?.further ?? '',
  }
}

/** Returns the changed settings of the laboratory for the API; emptied fields are cleared. */
export function laboratoryChanges(
  before: LaboratoryValues,
  after: LaboratoryValues,
): Record<string, unknown> {
  return { ...settingChanges(before, after, laboratorySettings), ...statementChanges(before, after) }
}

/** Statements are replaced as a whole; none at all clears them. */
export function statementChanges(
  before: LaboratoryValues,
  after: LaboratoryValues,
): { statements?: Record<string, string> | null } {
  if (statementNames.every((name) => after[name] === before[name])) return {}
  const set = statements.filter((name) => after[`statements.${name}`].trim() !== '')
  if (set.length === 0) return { statements: null }
  return { statements: Object.fromEntries(set.map((name) => [name, after[`statements.${name}`]])) }
}
