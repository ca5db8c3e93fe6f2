import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { FieldRequirementsResponse } from '@plumbline/contract'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { tell } from '../../../components/told.tsx'
import { t } from '../../../messages.ts'
import { requirementsQuery } from '../../../queries/settings.ts'
import { may } from '../../../session.ts'
import { useWorkspace } from '../../../workspace.ts'
import styles from '../settings-form.module.css'
import { RequirementPreview } from './requirement-preview.tsx'
import { RequirementTables } from './requirement-tables.tsx'

/** Which standards the program follows, and what they ask of each record and instrument. */
export function StandardsPage() {
  const { workspaceId, role } = useWorkspace()
  const { data, error } = useQuery(requirementsQuery(workspaceId))
  const canChange = may.administer(role)
  return (
    <Page title={t('settings.standards')} subtitle={canChange ? undefined : t('settings.readOnlyForAdmins')}>
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

function Choice({ present }: { present: FieldRequirementsResponse }) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const selected = present.standards.map(({ key }) => key)
  const [chosen, setChosen] = useState<readonly string[]>()
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  // In the order in which they are offered, so that the same choice is one question.
  const keys = present.available_standards
    .map(({ key }) => key)
    .filter((key) => (chosen ?? selected).includes(key))
  const changed = keys.join() !== selected.join()
  const toggle = (key: string, wanted: boolean) =>
    setChosen(wanted ? [...keys, key] : keys.filter((one) => one !== key))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await api.patch('', { standards: keys })
      await queries.invalidateQueries({ queryKey: [workspaceId] })
      setChosen(undefined)
      tell(t('standards.saved'))
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard when={() => changed} />
      <Panel title={t('standards.choose')}>
        <Stack gap="sm">
          <ErrorSummary error={error} />
          {present.available_standards.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={keys.includes(key)}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />
          ))}
          <RequirementPreview present={present} keys={changed ? keys : undefined} />
          <Group gap="xs" justify="flex-end">
            <Button variant="default" disabled={!changed} onClick={() => setChosen(undefined)}>
              {t('settings.discard')}
            </Button>
            <Button type="submit" loading={busy} disabled={!changed}>
              {t('standards.save')}
            </Button>
          </Group>
        </Stack>
      </Panel>
    </form>
  )
}
