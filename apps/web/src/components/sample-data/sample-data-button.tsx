import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { Job } from '@plumbline/contract'
import { useState } from 'react'
import { t } from '../../base/messages.ts'
import { refusalText } from '../../base/refusals.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { ErrorSummary } from '../error-summary.tsx'
import { Notice } from '../notice.tsx'
import { WalkProgress } from '../walk-progress.tsx'
import { useOpenSample } from './open-sample.ts'

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

/** Says what will be made, has it made, shows how far it is, and leads there. */
export function SampleDataDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { workspace } = useWorkspace()
  const { open, stop, busy, error, job } = useOpenSample(opened)
  const isMaking = busy && job !== undefined && job.finished_at === null
  const close = () => {
    // What the server makes goes on; only the question must not be left open.
    if (!busy || isMaking) onClose()
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
        {isMaking ? (
          <Making job={job} onStop={() => void stop(job)} />
        ) : (
          <HowItEnded job={busy ? undefined : job} isAsking={busy} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t(isMaking ? 'action.close' : 'action.cancel')}
          </Button>
          <Button data-autofocus loading={busy} onClick={() => void open()}>
            {t('sample.open')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Making({ job, onStop }: { job: Job; onStop: () => void }) {
  return (
    <WalkProgress
      done={job.done}
      total={job.total ?? job.done}
      isRunning
      isStopping={!job.can_cancel}
      onStop={onStop}
    >
      <Text size="sm" c="dimmed" mt={6}>
        {t('sample.goesOn')}
      </Text>
    </WalkProgress>
  )
}

function HowItEnded({ job, isAsking }: { job: Job | undefined; isAsking: boolean }) {
  if (job?.state === 'failed' && job.error !== null) {
    return (
      <Notice tone="warning" live title={t('sample.failed')}>
        {refusalText(job.error)}
      </Notice>
    )
  }
  return (
    <Text size="sm" c="dimmed" role="status" mih="1.5em">
      {isAsking && t('sample.making')}
      {job?.state === 'cancelled' && t('sample.stopped')}
    </Text>
  )
}
