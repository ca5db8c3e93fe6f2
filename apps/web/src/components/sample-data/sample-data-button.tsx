import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Job } from '@plumbline/contract'
import { ApiFailure, type WorkspaceApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { refusalText } from '../../base/refusals.ts'
import { may, sessionQuery } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { ErrorSummary } from '../error-summary.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { Notice } from '../notice.tsx'
import { BatchProgress } from '../batch-progress.tsx'

/** Maximum length of the workspace name, which leaves space for the words that mark it as sample data. */
const NAME_LENGTH_MAX = 200

/** Polling interval for the creation of sample data. */
const POLL_EVERY_MS = 500

/** Offers sample data to users who manage an empty workspace; nothing to others, and nothing within sample data. */
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
    // The server continues; the dialog may only stay open while the request is sent.
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
    <BatchProgress
      done={job.done}
      total={job.total ?? job.done}
      isRunning
      isStopping={!job.can_cancel}
      onStop={onStop}
    >
      <Text size="sm" c="dimmed" mt={6}>
        {t('sample.goesOn')}
      </Text>
    </BatchProgress>
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

/**
 * Has the sample data made, or finds those that there are or are being made, and goes there when they are there.
 * @param isAwaited whether a person still waits for them; the server goes on without
 */
function useOpenSample(isAwaited: boolean) {
  const { api, workspace } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { busy, error, attempt } = useAttempt()
  const [job, setJob] = useState<Job>()
  const awaited = useRef(isAwaited)
  useEffect(() => {
    awaited.current = isAwaited
    return () => {
      awaited.current = false
    }
  }, [isAwaited])
  const goTo = async (workspaceId: string) => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
    await navigate({ to: '/w/$workspaceId/today', params: { workspaceId }, search: { site: undefined } })
  }
  const open = () =>
    attempt(async () => {
      const name = t('sample.name', { name: workspace.name.slice(0, NAME_LENGTH_MAX) })
      while (awaited.current) {
        const asked = await api.putInSampleWorkspace({ body: { name } })
        setJob(asked.job ?? undefined)
        if (asked.job === null) return goTo(asked.workspace_id)
        const last = await followed(api, asked.job, () => awaited.current, setJob)
        if (last?.state === 'failed' || last?.state === 'cancelled') return
      }
    })
  const stop = async ({ id }: Job) => setJob(await api.cancelJob({ params: { job_id: id } }))
  return { open, stop, busy, error, job }
}

/**
 * Polls a job until it has ended or the dialog is closed; returns its last state. Returns undefined if the job was started by
 * another person and is not visible to the user, who can only try again.
 */
async function followed(
  api: WorkspaceApi,
  started: Job,
  isAwaited: () => boolean,
  show: (job: Job) => void,
): Promise<Job | undefined> {
  for (let job = started; ;) {
    if (job.finished_at !== null || !isAwaited()) return job
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS))
    try {
      job = await api.getJob({ params: { job_id: job.id } })
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'NOT_FOUND') return undefined
      throw error
    }
    show(job)
  }
}
