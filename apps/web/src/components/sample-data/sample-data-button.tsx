import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { SampleWorkspace } from '@plumbline/contract'
import { useState } from 'react'
import { t } from '../../messages.ts'
import { may, sessionQuery } from '../../session.ts'
import { useWorkspace } from '../../workspace.ts'
import { ErrorSummary } from '../error-summary.tsx'
import { useAttempt } from '../form/use-attempt.ts'

/** Leaves room in the name of the sample data for what says that they are. */
const NAME_LENGTH_MAX = 200

/** Offers those who manage an empty workspace to try things out; nothing to others, and nothing within sample data. */
export function SampleDataButton() {
  const { workspace, role } = useWorkspace()
  const [opened, setOpened] = useState(false)
  if (!may.manage(role) || workspace.sample_of !== null) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('sample.try')}
      </Button>
      <SampleDataDialog opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

/** Says what will be made, makes it, and leads there. */
export function SampleDataDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { workspace } = useWorkspace()
  const { open, busy, error } = useOpenSample()
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('sample.try')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="sm">
        <Text>{t('sample.what')}</Text>
        <Text>{t('sample.apart', { name: workspace.name })}</Text>
        <Text>{t('sample.out')}</Text>
        <ErrorSummary error={error} />
        <Text size="sm" c="dimmed" role="status" mih="1.5em">
          {busy && t('sample.making')}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button data-autofocus loading={busy} onClick={() => void open()}>
            {t('sample.open')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Has the sample data made, or finds those that there are, and goes there. */
function useOpenSample() {
  const { api, workspace } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { busy, error, attempt } = useAttempt()
  const open = () =>
    attempt(async () => {
      const name = t('sample.name', { name: workspace.name.slice(0, NAME_LENGTH_MAX) })
      const { workspace_id: workspaceId } = await api.post<SampleWorkspace>('/sample-workspace', { name })
      await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
      await navigate({ to: '/w/$workspaceId/today', params: { workspaceId }, search: { site: undefined } })
    })
  return { open, busy, error }
}
