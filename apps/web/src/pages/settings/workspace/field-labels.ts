import { t } from '../../../base/messages.ts'
import { laboratoryLabels } from '../laboratory-fields.tsx'
import { settingLabel } from '../setting-fields.tsx'
import { formSettings, type FormSetting } from '../setting-values.ts'
import type { WorkspaceFormValues } from './workspace-form-values.ts'

/** Names of a workspace's settings. */
export function workspaceLabels(): Record<keyof WorkspaceFormValues, string> {
  const labels = formSettings.map((name) => [name, settingLabel(name)])
  return {
    ...laboratoryLabels(),
    ...(Object.fromEntries(labels) as Record<FormSetting, string>),
    timezone: t('workspaceField.timezone'),
    accreditation_scope: t('workspaceField.accreditation_scope'),
  }
}
