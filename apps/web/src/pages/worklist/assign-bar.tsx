import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../base/messages.ts'
import type { RowSelection } from '../../components/data-table/use-selection.ts'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { showFailure, showToast } from '../../components/toast.tsx'
import { performersQuery } from '../../queries/people.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from '../../components/bulk-change/bulk-change.module.css'

/** What is chosen of the worklist, and to whom and for which day it is assigned; nothing while nothing is chosen. */
export function AssignBar({ selection }: { selection: RowSelection }) {
  const { session } = useWorkspace()
  const [assignee, setAssignee] = useState(session.user.id)
  const [plannedFor, setPlannedFor] = useState('')
  const people = useAssignable()
  const letGo = () => {
    selection.clear()
    // What had the focus goes away with the bar.
    document.getElementById('page-title')?.focus({ preventScroll: true })
  }
  const { busy, assign } = useAssign(letGo)
  const count = selection.ids.size
  if (count === 0) return null
  const submit = () => assign([...selection.ids], assignee || null, assignee ? plannedFor || null : null)
  return (
    <form
      className={`${styles.bar} screen-only`}
      aria-label={t('bulk.selection')}
      onSubmit={submitting(submit)}
    >
      <strong role="status">{t('bulk.selected', { count })}</strong>
      <Group gap="xs">
        <NativeSelect
          aria-label={t('worklist.assignee')}
          value={assignee}
          onChange={(event) => setAssignee(event.currentTarget.value)}
          data={[...people, { value: '', label: t('worklist.nobody') }]}
        />
        <TextInput
          type="date"
          aria-label={t('worklist.plannedFor')}
          value={plannedFor}
          disabled={assignee === ''}
          onChange={(event) => setPlannedFor(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {t('worklist.assign')}
        </Button>
      </Group>
      <Button variant="subtle" onClick={letGo}>
        {t('bulk.clear')}
      </Button>
    </form>
  )
}

/** Who can be chosen: those who manage assign to everybody who calibrates, others to themselves. */
function useAssignable(): { value: string; label: string }[] {
  const { workspaceId, session, role } = useWorkspace()
  const isManaging = may.manage(role)
  const { data = [] } = useQuery({ ...performersQuery(workspaceId), enabled: isManaging })
  const others = isManaging ? data.filter(({ id }) => id !== session.user.id) : []
  return [session.user, ...others].map(({ id, name }) => ({ value: id, label: name }))
}

function useAssign(onDone: () => void) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const { busy, attempt } = useAttempt(showFailure)
  const assign = (ids: string[], assigneeId: string | null, plannedFor: string | null) =>
    attempt(async () => {
      const body = { instrument_ids: ids, assignee_id: assigneeId, planned_for: plannedFor }
      const { assigned: count } = await api.assignWork({ body })
      await queries.invalidateQueries({ queryKey: [workspaceId, 'due'] })
      showToast(t(assigneeId === null ? 'worklist.unassigned' : 'worklist.assigned', { count }))
      onDone()
    })
  return { busy, assign }
}
