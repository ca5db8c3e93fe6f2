import { Stack } from '@mantine/core'
import type { WorkspaceRead } from '@plumbline/contract'
import { zoneName } from '../../../formats.ts'
import { decisionRuleName } from '../../../components/decision-rule/decision-rule-name.ts'
import { languageName, t } from '../../../messages.ts'
import { Facts } from '../facts.tsx'
import styles from '../settings-form.module.css'
import { laboratoryNames, laboratoryValuesOf } from '../laboratory-values.ts'
import { workspaceLabels } from './field-labels.ts'

/** The workspace's settings for those who may read them. */
export function WorkspaceFacts({ workspace }: { workspace: WorkspaceRead }) {
  const labels = workspaceLabels()
  const laboratory = laboratoryValuesOf(workspace)
  const yesNo = (answer: boolean) => t(answer ? 'answer.yes' : 'answer.no')
  return (
    <Stack gap="lg" className={styles.form}>
      <Facts
        title={t('workspace.general')}
        facts={[
          [labels.name, workspace.name],
          [labels.timezone, `${workspace.timezone} · ${zoneName(workspace.timezone)}`],
          [labels.warning_days, workspace.warning_days],
        ]}
      />
      <Facts
        title={t('workspace.records')}
        facts={[
          [labels.approval_policy, t(`approvalPolicy.${workspace.approval_policy}`)],
          [labels.requires_electronic_signature, yesNo(workspace.requires_electronic_signature)],
          [labels.default_decision_rule, decisionRuleName(workspace.default_decision_rule ?? '')],
        ]}
      />
      <Facts
        title={t('laboratory.title')}
        facts={[
          ...laboratoryNames.map((name) => [labels[name], laboratory[name]] as const),
          [
            labels.logo,
            workspace.logo && (
              <img src={workspace.logo} alt={t('workspace.logoPreview')} className={styles.logo} />
            ),
          ],
          [labels.paper, t(`paper.${workspace.paper}`)],
          [labels.language, languageName(workspace.language)],
          [labels.show_recommended_due_date, yesNo(workspace.show_recommended_due_date)],
        ]}
      />
    </Stack>
  )
}
