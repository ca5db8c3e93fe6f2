import type { WorkspaceRead, WorkspaceUpdate } from '@plumbline/contract'
import { laboratoryValuesOf, statementChanges, type LaboratoryValues } from '../laboratory-values.ts'
import {
  formSettings,
  settingChanges,
  settingValuesOf,
  type FormSetting,
  type SettingValues,
} from '../setting-values.ts'
import { readScope, scopeText } from './scope-text.ts'

/** The values of the form: the settings of the contract's table, and the time zone. */
export interface WorkspaceFormValues extends LaboratoryValues, SettingValues<FormSetting> {
  timezone: string
  /** A line each, as `scopeText` writes them. */
  accreditation_scope: string
}

/** A workspace as the form shows it; a zone that is on its way counts as the one that is set. */
export function valuesOf(workspace: WorkspaceRead): WorkspaceFormValues {
  return {
    ...laboratoryValuesOf(workspace),
    ...settingValuesOf(workspace, formSettings),
    timezone: workspace.pending_timezone ?? workspace.timezone,
    accreditation_scope: scopeText(workspace.accreditation_scope),
  }
}

/** Returns the request body that changes the workspace: only the members that differ from those read. */
export function changesOf(before: WorkspaceFormValues, after: WorkspaceFormValues): WorkspaceUpdate {
  return {
    ...settingChanges(before, after, formSettings),
    ...statementChanges(before, after),
    ...(after.timezone !== before.timezone && { timezone: after.timezone }),
    ...(after.accreditation_scope !== before.accreditation_scope && {
      accreditation_scope: readScope(after.accreditation_scope),
    }),
  }
}
