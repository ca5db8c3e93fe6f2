import { Stack } from '@mantine/core'
import type { WorkspaceRead } from '@plumbline/contract'
import { zoneName } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { decisionRuleName } from '../../../components/decision-rule/decision-rule-name.ts'
import { Facts } from '../facts.tsx'
import { laboratoryValuesOf, statementNames } from '../laboratory-values.ts'
import { choiceWords, settingFacts } from '../setting-fields.tsx'
import { heldSettings } from '../setting-values.ts'
import styles from '../settings-form.module.css'
import { workspaceLabels } from './field-labels.ts'
import { scopeText } from './scope-text.ts'

/** The workspace's settings for those who may read them. */
export function WorkspaceFacts({ workspace }: { workspace: WorkspaceRead }) {
  const labels = workspaceLabels()
  const laboratory = laboratoryValuesOf(workspace)
  const logo = workspace.logo && (
    <img src={workspace.logo} alt={t('workspace.logoPreview')} className={styles.logo} />
  )
  return (
    <Stack gap="lg" className={styles.form}>
      <Facts
        title={t('workspace.general')}
        facts={[
          [labels.name, workspace.name],
          [labels.timezone, `${workspace.timezone} · ${zoneName(workspace.timezone)}`],
          ...settingFacts('general', workspace, heldSettings),
        ]}
      />
      <Facts
        title={t('workspace.records')}
        facts={[
          [labels.approval_policy, choiceWords('approval_policy', workspace.approval_policy)],
          ...settingFacts('records', workspace, heldSettings),
          [labels.default_decision_rule, decisionRuleName(workspace.default_decision_rule ?? '')],
        ]}
      />
      <Facts title={t('workspace.intervals')} facts={settingFacts('intervals', workspace, heldSettings)} />
      <Facts
        title={t('laboratory.title')}
        facts={[
          ...settingFacts('laboratory', workspace, heldSettings),
          [labels.accreditation_scope, scopeText(workspace.accreditation_scope)],
          ...statementNames.map((name) => [labels[name], laboratory[name]] as const),
          [labels.logo, logo],
          ...settingFacts('certificates', workspace, heldSettings),
        ]}
      />
    </Stack>
  )
}
