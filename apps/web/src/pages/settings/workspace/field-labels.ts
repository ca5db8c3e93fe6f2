import { t } from '../../../messages.ts'
import { laboratoryLabels } from '../laboratory-fields.tsx'
import type { WorkspaceFormValues } from './workspace-form-values.ts'

/** Names of a workspace's settings. */
export function workspaceLabels(): Record<keyof WorkspaceFormValues, string> {
  return {
    ...laboratoryLabels(),
    name: t('workspace.name'),
    timezone: t('workspace.timezone'),
    warning_days: t('workspace.warningDays'),
    approval_policy: t('workspace.approvalPolicy'),
    requires_electronic_signature: t('workspace.signature'),
    default_decision_rule: t('workspace.decisionRule'),
    logo: t('workspace.logo'),
    paper: t('workspace.paper'),
    language: t('workspace.language'),
    show_recommended_due_date: t('workspace.recommend'),
  }
}
