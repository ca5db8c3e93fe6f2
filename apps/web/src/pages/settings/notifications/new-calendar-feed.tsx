import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { currentLanguage, t } from '../../../base/messages.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { submitting, useAttempt } from '../../../components/form/use-attempt.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { allDue, DueSelectionFields, isWhole } from './due-selection-fields.tsx'

interface NewCalendarFeedProps {
  opened: boolean
  onClose: () => void
  /** Gets the address. */
  onCreated: (url: string) => void
}

/** Creates a calendar feed; its texts are in the user's language. */
export function NewCalendarFeed(props: NewCalendarFeedProps) {
  const { opened, onClose } = props
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('calendarFeeds.new')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <FeedForm {...props} />
    </Modal>
  )
}

function FeedForm({ onClose, onCreated }: NewCalendarFeedProps) {
  const { api } = useWorkspace()
  const [selection, select] = useState(allDue)
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      const body = { ...selection, language: currentLanguage() }
      onCreated((await api.createCalendarFeed({ body })).url)
    })
  return (
    <form onSubmit={submitting(submit)} noValidate>
      <Stack gap="sm">
        <ErrorSummary error={error} />
        <DueSelectionFields id="calendar" value={selection} onChange={select} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={busy} disabled={!isWhole(selection)}>
            {t('calendarFeeds.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
