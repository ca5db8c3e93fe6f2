import type { WorkspaceRead, WorkspaceUpdate } from '@plumbline/contract'
import { wholeNumber } from '../../../components/form/whole-number.ts'
import { laboratoryChanges, laboratoryValuesOf, type LaboratoryValues } from '../laboratory-values.ts'

/** What the form holds: texts as typed, so that nothing is lost on the way. */
export interface WorkspaceFormValues extends LaboratoryValues {
  name: string
  timezone: string
  warning_days: string
  approval_policy: WorkspaceRead['approval_policy']
  requires_electronic_signature: boolean
  default_decision_rule: string
  /** A data url; empty without one. */
  logo: string
  paper: WorkspaceRead['paper']
  language: WorkspaceRead['language']
  show_recommended_due_date: boolean
}

/** Settings that are sent as the form holds them. */
const plain = [
  'name',
  'timezone',
  'approval_policy',
  'requires_electronic_signature',
  'paper',
  'language',
  'show_recommended_due_date',
] as const

/** A workspace as the form shows it; a zone that is on its way counts as the one that is set. */
export function valuesOf(workspace: WorkspaceRead): WorkspaceFormValues {
  return {
    ...laboratoryValuesOf(workspace),
    name: workspace.name,
    timezone: workspace.pending_timezone ?? workspace.timezone,
    warning_days: String(workspace.warning_days),
    approval_policy: workspace.approval_policy,
    requires_electronic_signature: workspace.requires_electronic_signature,
    default_decision_rule: workspace.default_decision_rule ?? '',
    logo: workspace.logo ?? '',
    paper: workspace.paper,
    language: workspace.language,
    show_recommended_due_date: workspace.show_recommended_due_date,
  }
}

/** The body that changes the workspace: only what differs from what was read. */
export function changesOf(before: WorkspaceFormValues, after: WorkspaceFormValues): WorkspaceUpdate {
  const body: Record<string, unknown> = laboratoryChanges(before, after)
  for (const name of plain) if (after[name] !== before[name]) body[name] = after[name]
  if (after.warning_days !== before.warning_days) body['warning_days'] = wholeNumber(after.warning_days)
  for (const name of ['default_decision_rule', 'logo'] as const) {
    if (after[name] !== before[name]) body[name] = after[name].trim() === '' ? null : after[name]
  }
  return body
}
