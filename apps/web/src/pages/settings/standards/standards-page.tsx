import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FieldRequirementsResponse, WorkspaceRead } from '@plumbline/contract'
import type { Versioned } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { EditConflict } from '../../../components/form/edit-conflict.tsx'
import { submitting } from '../../../components/form/use-attempt.ts'
import { useVersionedForm, type Version } from '../../../components/form/versioned-form.ts'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast.tsx'
import { requirementsQuery, workspaceSettingsQuery } from '../../../queries/settings.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { DiscardButton } from '../discard-button.tsx'
import styles from '../settings-form.module.css'
import { whoChanges } from '../who-changes.ts'
import { RequirementPreview } from './requirement-preview.tsx'
import { RequirementTables } from './requirement-tables.tsx'

/** The selected standards, and their requirements for records and instruments. */
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

type Standards = FieldRequirementsResponse['available_standards']

function Choice({ present }: { present: FieldRequirementsResponse }) {
  const { form, error } = useChoice(present.available_standards)
  if (form === undefined) return <ErrorSummary error={error} />
  const keys = keysOf(present.available_standards, form.values)
  const changed = keys.join() !== keysOf(present.available_standards, form.before).join()
  return (
    <form onSubmit={submitting(form.submit)} noValidate>
      <LeaveGuard when={() => changed} />
      <Panel title={t('standards.choose')}>
        <Stack gap="sm">
          {form.overtaken ? (
            <EditConflict words={t('standards.overtaken')} onTakeNewer={() => void form.takeNewer()} />
          ) : (
            <ErrorSummary error={form.error} />
          )}
          <Boxes offered={present.available_standards} values={form.values} onChange={form.change} />
          <RequirementPreview present={present} keys={changed ? keys : undefined} />
          <Group gap="xs" justify="flex-end">
            <DiscardButton form={form} changed={changed} />
            <Button type="submit" loading={form.busy} disabled={!changed}>
              {t('standards.save')}
            </Button>
          </Group>
        </Stack>
      </Panel>
    </form>
  )
}

/** The form over the standards that are followed, in the version that was read. */
function useChoice(offered: Standards) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const settings = workspaceSettingsQuery(workspaceId)
  const { data, error } = useQuery(settings)
  const versionOf = ({ body: { standards }, etag }: Versioned<WorkspaceRead>): Version<Choices> => ({
    values: Object.fromEntries(offered.map(({ key }) => [key, standards.includes(key)])),
    etag,
  })
  const form = useVersionedForm(
    data && versionOf(data),
    async () => versionOf(await queries.fetchQuery({ ...settings, staleTime: 0 })),
    async ({ values, etag }) => {
      await api.updateWorkspace({ body: { standards: keysOf(offered, values) }, ifMatch: etag })
      await queries.invalidateQueries({ queryKey: [workspaceId] })
      showToast(t('standards.saved'))
    },
  )
  return { form, error }
}

/** In the order in which they are offered, so that the same choice is one question. */
function keysOf(offered: Standards, choices: Choices) {
  return offered.map(({ key }) => key).filter((key) => choices[key])
}

function Boxes({
  offered,
  values,
  onChange,
}: {
  offered: Standards
  values: Choices
  onChange: (values: Choices) => void
}) {
  return offered.map(({ key, label }) => (
    <Checkbox
      key={key}
      label={label}
      checked={values[key] === true}
      onChange={(event) => onChange({ ...values, [key]: event.currentTarget.checked })}
    />
  ))
}
