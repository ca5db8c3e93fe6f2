import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FieldRequirementsResponse, WorkspaceRead } from '@plumbline/contract'
import type { Answer } from '../../../api.ts'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { Overtaken } from '../../../components/form/overtaken.tsx'
import { submitting } from '../../../components/form/use-attempt.ts'
import { useVersionedForm, type Version } from '../../../components/form/versioned-form.ts'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { tell } from '../../../components/told.tsx'
import { t } from '../../../messages.ts'
import { requirementsQuery, workspaceSettingsQuery } from '../../../queries/settings.ts'
import { may } from '../../../session.ts'
import { useWorkspace } from '../../../workspace.ts'
import styles from '../settings-form.module.css'
import { whoChanges } from '../who-changes.ts'
import { RequirementPreview } from './requirement-preview.tsx'
import { RequirementTables } from './requirement-tables.tsx'

/** Which standards the program follows, and what they ask of each record and instrument. */
export function StandardsPage() {
  const open = useWorkspace()
  const { data, error } = useQuery(requirementsQuery(open.workspaceId))
  const canChange = may.administer(open)
  return (
    <Page title={t('settings.standards')} subtitle={canChange ? undefined : whoChanges(open)}>
      <Stack gap="lg" className={styles.form}>
        <ErrorSummary error={error} />
        {data === undefined && !error && <DelayedSkeleton lines={8} />}
        {data && (canChange ? <Choice present={data} /> : <Selected present={data} />)}
        {data && <RequirementTables requirements={data} />}
      </Stack>
    </Page>
  )
}

function Selected({ present }: { present: FieldRequirementsResponse }) {
  return (
    <Panel title={t('standards.selected')}>
      {present.standards.length === 0 ? (
        <Text>{t('standards.none')}</Text>
      ) : (
        <ul>
          {present.standards.map(({ key, label }) => (
            <li key={key}>{label}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Whether each standard is followed, by its key. */
type Choices = Readonly<Record<string, boolean>>

function Choice({ present }: { present: FieldRequirementsResponse }) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const settings = workspaceSettingsQuery(workspaceId)
  const { data, error } = useQuery(settings)
  const offered = present.available_standards
  const versionOf = ({ body: { standards }, etag }: Answer<WorkspaceRead>): Version<Choices> => ({
    values: Object.fromEntries(offered.map(({ key }) => [key, standards.includes(key)])),
    etag,
  })
  // In the order in which they are offered, so that the same choice is one question.
  const keysOf = (choices: Choices) => offered.map(({ key }) => key).filter((key) => choices[key])
  const form = useVersionedForm(
    data && versionOf(data),
    async () => versionOf(await queries.fetchQuery({ ...settings, staleTime: 0 })),
    async ({ values, headers }) => {
      await api.patch('', { standards: keysOf(values) }, headers)
      await queries.invalidateQueries({ queryKey: [workspaceId] })
      tell(t('standards.saved'))
    },
  )
  if (form === undefined) return <ErrorSummary error={error} />
  const { values, overtaken } = form
  const changed = keysOf(values).join() !== keysOf(form.before).join()
  return (
    <form onSubmit={submitting(form.submit)} noValidate>
      <LeaveGuard when={() => changed} />
      <Panel title={t('standards.choose')}>
        <Stack gap="sm">
          {overtaken ? (
            <Overtaken words={t('standards.overtaken')} onTakeNewer={() => void form.takeNewer()} />
          ) : (
            <ErrorSummary error={form.error} />
          )}
          {offered.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={values[key] === true}
              onChange={(event) => form.change({ ...values, [key]: event.currentTarget.checked })}
            />
          ))}
          <RequirementPreview present={present} keys={changed ? keysOf(values) : undefined} />
          <Group gap="xs" justify="flex-end">
            <Button variant="default" disabled={!changed} onClick={form.reset}>
              {t('settings.discard')}
            </Button>
            <Button type="submit" loading={form.busy} disabled={!changed}>
              {t('standards.save')}
            </Button>
          </Group>
        </Stack>
      </Panel>
    </form>
  )
}
