import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { QueryOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { useAssign, useAssignable } from '../../components/assign/use-assign.ts'
import type { RowSelection } from '../../components/data-table/use-selection.ts'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { showFailure } from '../../components/toast.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from '../../components/bulk-change/bulk-change.module.css'

interface AssignBarProps {
  selection: RowSelection
  /** Number of rows of the worklist, on all pages. */
  total: number
  /** The filters of the worklist. */
  query: QueryOf<'listDue'>
}

/** Assigns the selected rows of the worklist to a person and a day; hidden without a selection. */
export function AssignBar({ selection, total, query }: AssignBarProps) {
  const { session, api } = useWorkspace()
  const [assignee, setAssignee] = useState(session.user.id)
  const [plannedFor, setPlannedFor] = useState('')
  const people = useAssignable()
  const clearSelection = () => {
    selection.clear()
    // What had the focus goes away with the bar.
    document.getElementById('page-title')?.focus({ preventScroll: true })
  }
  const assign = useAssign()
  const { busy, attempt } = useAttempt(showFailure)
  const count = selection.isAll ? total : selection.ids.size
  if (count === 0) return null
  const submit = () =>
    attempt(async () => {
      const ids = selection.isAll
        ? (await api.listDue.all({ query, max: Infinity })).map(({ id }) => id)
        : selection.ids
      await assign({ ids: [...new Set(ids)], assignee, plannedFor })
      clearSelection()
    })
  return (
    <form
      className={`${styles.bar} screen-only`}
      aria-label={t('bulk.selection')}
      onSubmit={submitting(submit)}
    >
      <strong role="status">{t('bulk.selected', { count })}</strong>
      {!selection.isAll && total > count && (
        <Button variant="subtle" onClick={selection.chooseAll}>
          {t('bulk.selectAll', { count: total })}
        </Button>
      )}
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
      <Button variant="subtle" onClick={clearSelection}>
        {t('bulk.clear')}
      </Button>
    </form>
  )
}
