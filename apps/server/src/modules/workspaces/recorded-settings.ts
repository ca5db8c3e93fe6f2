import type { RecordedSettings } from './changes-between.ts'
import { recordedLaboratory } from './laboratory.ts'
import type { Site, Workspace } from './workspace.ts'

/** Settings of a workspace by the names of their columns, as the ledger tells them. The time zone has entries of its own. */
export function recordedSettings(workspace: Workspace): RecordedSettings {
  return {
    name: workspace.name,
    plan: workspace.plan,
    warning_days: workspace.warningDays,
    approval_policy: workspace.approvalPolicy,
    requires_electronic_signature: workspace.requiresElectronicSignature,
    default_decision_rule: workspace.defaultDecisionRule,
    standards: workspace.standards,
    laboratory: recordedLaboratory(workspace.laboratory),
  }
}

/** A site by the names of its columns, as the ledger tells it. */
export function recordedSite({ name, timeZone, laboratory }: Site): RecordedSettings {
  return { name, time_zone: timeZone, laboratory: recordedLaboratory(laboratory) }
}
