import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { FindingDetail } from '@plumbline/contract'
import { formatInstant } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { Panel } from '../../components/panel.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './finding-page.module.css'
import { useFindingAct } from './use-finding-act.ts'

/** What was noted, oldest first; the record's own assessment is the first. */
export function Notes({ finding, mayAct }: { finding: FindingDetail; mayAct: boolean }) {
  const { workspace } = useWorkspace()
  return (
    <Panel title={t('finding.notes')}>
      {finding.notes.length === 0 && <Text c="dimmed">{t('finding.noNotes')}</Text>}
      {finding.notes.map((note) => (
        <div key={`${note.written_at} ${note.text}`}>
          <Text size="sm" c="dimmed">
            {note.written_by} · {formatInstant(note.written_at, workspace.timezone)}
          </Text>
          <p className={styles.note}>{note.text}</p>
        </div>
      ))}
      {mayAct && <NoteForm findingId={finding.id} />}
    </Panel>
  )
}

function NoteForm({ findingId }: { findingId: string }) {
  const { api } = useWorkspace()
  const act = useFindingAct()
  const { busy, error, attempt } = useAttempt()
  const [text, setText] = useState('')
  const save = () =>
    attempt(async () => {
      const body = { text: text.trim() }
      await act(() => api.noteFinding({ params: { finding_id: findingId }, body }), t('finding.noteAdded'))
      setText('')
    })
  return (
    <form onSubmit={submitting(save)} noValidate>
      <Stack gap="xs">
        <ErrorSummary error={error} />
        <Textarea
          label={t('finding.note')}
          autosize
          minRows={2}
          maxLength={4000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={busy} disabled={text.trim() === ''}>
          {t('finding.addNote')}
        </Button>
      </Stack>
    </form>
  )
}
