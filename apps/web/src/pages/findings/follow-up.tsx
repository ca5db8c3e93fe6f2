import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FindingDetail } from '@plumbline/contract'
import { fieldErrorsOf } from '../../api/index.ts'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { Panel } from '../../components/panel.tsx'
import { performersQuery } from '../../queries/people.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { useFindingAction } from './use-finding-action.ts'

interface FollowUpProps {
  finding: FindingDetail
  mayAct: boolean
}

/** Who follows the finding up, and until when. */
export function FollowUp({ finding, mayAct }: FollowUpProps) {
  if (mayAct) return <FollowUpForm finding={finding} />
  const { owner, due_date: due } = finding
  return (
    <Panel title={t('finding.followUp')}>
      <Text>{t('finding.ownerIs', { name: owner?.name ?? '–' })}</Text>
      <Text>{t('finding.dueIs', { date: due === null ? '–' : formatDate(due) })}</Text>
    </Panel>
  )
}

function FollowUpForm({ finding }: { finding: FindingDetail }) {
  const { api } = useWorkspace()
  const action = useFindingAction()
  const { busy, error, attempt } = useAttempt()
  const [owner, setOwner] = useState(finding.owner?.id ?? '')
  const [due, setDue] = useState(finding.due_date ?? '')
  const errors = fieldErrorsOf(error)
  const body = { owner_person_id: owner || null, due_date: due || null }
  const isSame = body.owner_person_id === (finding.owner?.id ?? null) && body.due_date === finding.due_date
  const save = () =>
    attempt(() =>
      action(() => api.updateFinding({ params: { finding_id: finding.id }, body }), t('finding.saved')),
    )
  return (
    <Panel title={t('finding.followUp')}>
      <form onSubmit={submitting(save)} noValidate>
        <Stack gap="sm">
          <ErrorSummary error={error} />
          <OwnerField finding={finding} value={owner} error={errors['owner_person_id']} onChange={setOwner} />
          <TextInput
            type="date"
            label={t('finding.dueDate')}
            value={due}
            error={errors['due_date']}
            onChange={(event) => setDue(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={busy} disabled={isSame}>
            {t('action.save')}
          </Button>
        </Stack>
      </form>
    </Panel>
  )
}

function OwnerField({
  finding,
  value,
  error,
  onChange,
}: {
  finding: FindingDetail
  value: string
  error: string | undefined
  onChange: (personId: string) => void
}) {
  const { workspaceId, session } = useWorkspace()
  const { data = [] } = useQuery(performersQuery(workspaceId))
  const kept = finding.owner ? [[finding.owner.id, finding.owner.name] as const] : []
  const members = data.map(({ id, name }) => [id, name] as const)
  const names = new Map([[session.user.id, session.user.name] as const, ...members, ...kept])
  return (
    <NativeSelect
      label={t('finding.owner')}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('finding.noOwner') },
        ...[...names].map(([id, label]) => ({ value: id, label })),
      ]}
    />
  )
}
