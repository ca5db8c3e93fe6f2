import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { UserUpdate } from '@plumbline/contract'
import { fieldErrorsOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { limitsOf } from '../../components/form/limits.ts'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { putOffFirstSettings } from '../../state/first-settings.ts'
import { may, sessionQuery } from '../../state/session.ts'
import { type OpenWorkspace, useWorkspace } from '../../state/workspace.ts'
import { FirstChoiceFields, firstChoiceLabels, usualChoices } from './first-choices.tsx'
import { browserZone, ZoneField } from './zone-field.tsx'

/**
 * The settings that the first start could not ask for, because it created a workspace in UTC for an unnamed person. The first
 * admin gets them at the first sign-in, with the most common values; nobody else sees this page.
 */
export function FirstSettingsPage() {
  const open = useWorkspace()
  if (may.administer(open)) return <FirstSettings />
  return <Navigate to="/w/$workspaceId/today" params={{ workspaceId: open.workspaceId }} replace />
}

function FirstSettings() {
  const { values, change, busy, error, submit } = useFirstSettings()
  const leave = useLeave()
  const errors = fieldErrorsOf(error)
  return (
    <Page title={t('setup.firstTitle')} subtitle={t('setup.firstHint')}>
      <Panel title={t('setup.firstChoices')}>
        <form onSubmit={submitting(submit)} noValidate>
          <Stack gap="md" maw={520}>
            <ErrorSummary error={error} labels={labels()} />
            <TextInput
              id="name"
              label={t('setup.name')}
              description={t('setup.nameHint')}
              autoComplete="name"
              autoFocus
              required
              withAsterisk={false}
              maxLength={limitsOf(UserUpdate, 'name').maxLength}
              value={values.name}
              error={errors['name']}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <ZoneField
              value={values.timezone}
              error={errors['timezone']}
              onChange={(timezone) => change({ timezone })}
            />
            <FirstChoiceFields values={values} errors={errors} onChange={change} />
            <Group gap="xs">
              <Button type="submit" loading={busy}>
                {t('action.save')}
              </Button>
              <Button variant="default" onClick={leave}>
                {t('setup.later')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
    </Page>
  )
}

/** Returns the most common values, except where the workspace has been given another one. */
function choicesOf({
  timezone,
  approval_policy,
  default_decision_rule: rule,
  paper,
}: OpenWorkspace['workspace']) {
  const usual = usualChoices()
  return {
    timezone: timezone === 'UTC' ? browserZone() : timezone,
    approval_policy,
    default_decision_rule: rule ?? usual.default_decision_rule,
    paper: paper === 'a4' ? usual.paper : paper,
  }
}

/** Manages the form with these values, and the request that saves it. */
function useFirstSettings() {
  const { workspaceId, workspace, session, api } = useWorkspace()
  const queries = useQueryClient()
  const leave = useLeave()
  const [values, setValues] = useState(() => ({ name: '', ...choicesOf(workspace) }))
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      const { name, default_decision_rule: rule, ...settings } = values
      await api.updateUser({ params: { user_id: session.user.id }, body: { name } })
      await api.updateWorkspace({ body: { ...settings, default_decision_rule: rule.trim() || null } })
      await Promise.all([
        queries.invalidateQueries({ queryKey: [workspaceId] }),
        queries.fetchQuery({ ...sessionQuery, staleTime: 0 }),
      ])
      leave()
    })
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed })
  return { values, change, busy, error, submit }
}

/** Continues to Today; unanswered questions are asked again when the browser is restarted. */
function useLeave() {
  const { workspaceId } = useWorkspace()
  const navigate = useNavigate()
  return () => {
    putOffFirstSettings()
    void navigate({ to: '/w/$workspaceId/today', params: { workspaceId }, replace: true })
  }
}

const labels = () => ({
  name: t('setup.name'),
  timezone: t('setup.timezone'),
  ...firstChoiceLabels(),
})
