import { Button, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkspaceRead } from '@plumbline/contract'
import { zoneName } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { decisionRuleName } from '../../../components/decision-rule/decision-rule-name.ts'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { useVersionedForm } from '../../../components/form/versioned-form.ts'
import { Icon } from '../../../components/icons.tsx'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast.tsx'
import { workspaceSettingsQuery } from '../../../queries/settings.ts'
import { may, sessionQuery } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { Facts } from '../facts.tsx'
import { laboratoryValuesOf, statementNames } from '../laboratory-values.ts'
import { choiceWords, settingFacts } from '../setting-fields.tsx'
import { formSettings } from '../setting-values.ts'
import styles from '../settings-form.module.css'
import { whoChanges } from '../who-changes.ts'
import { workspaceLabels } from './field-labels.ts'
import { scopeText } from './scope-text.ts'
import { changesOf, valuesOf } from './workspace-form-values.ts'
import { WorkspaceForm } from './workspace-form.tsx'

/** The workspace's own settings: admins change them, everybody else reads them. */
export function WorkspaceSettingsPage() {
  const open = useWorkspace()
  const canChange = may.administer(open)
  return (
    <Page
      title={t('settings.workspace')}
      subtitle={canChange ? undefined : whoChanges(open)}
      actions={
        canChange && (
          <Button
            component="a"
            variant="default"
            href={open.api.exportEverything.url()}
            download
            leftSection={<Icon name="download" size={18} />}
          >
            {t('export.everything')}
          </Button>
        )
      }
    >
      {canChange ? <Editing /> : <WorkspaceFacts workspace={open.workspace} />}
    </Page>
  )
}

function Editing() {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const settings = workspaceSettingsQuery(workspaceId)
  const { data, error } = useQuery(settings)
  const form = useVersionedForm(
    data && { values: valuesOf(data.body), etag: data.etag },
    async () => {
      const { body, etag } = await queries.fetchQuery({ ...settings, staleTime: 0 })
      return { values: valuesOf(body), etag }
    },
    async ({ before, values, etag }) => {
      await api.updateWorkspace({ body: changesOf(before, values), ifMatch: etag })
      showToast(t('settingsPage.saved'))
      // Due dates, tokens and names anywhere may be others now, and the switch shows the name.
      await Promise.all([
        queries.invalidateQueries({ queryKey: [workspaceId] }),
        queries.invalidateQueries(sessionQuery),
      ])
    },
  )
  if (form === undefined) return error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={8} />
  const changed = Object.keys(changesOf(form.before, form.values)).length > 0
  return (
    <Stack>
      <LeaveGuard when={() => changed} />
      <WorkspaceForm form={form} changed={changed} />
    </Stack>
  )
}

/** The workspace's settings for those who may read them. */
function WorkspaceFacts({ workspace }: { workspace: WorkspaceRead }) {
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
          ...settingFacts('general', workspace, formSettings),
        ]}
      />
      <Facts
        title={t('workspace.records')}
        facts={[
          [labels.approval_policy, choiceWords('approval_policy', workspace.approval_policy)],
          ...settingFacts('records', workspace, formSettings),
          [labels.default_decision_rule, decisionRuleName(workspace.default_decision_rule ?? '')],
        ]}
      />
      <Facts title={t('workspace.intervals')} facts={settingFacts('intervals', workspace, formSettings)} />
      <Facts
        title={t('laboratory.title')}
        facts={[
          ...settingFacts('laboratory', workspace, formSettings),
          [labels.accreditation_scope, scopeText(workspace.accreditation_scope)],
          ...statementNames.map((name) => [labels[name], laboratory[name]] as const),
          [labels.logo, logo],
          ...settingFacts('certificates', workspace, formSettings),
        ]}
      />
    </Stack>
  )
}
