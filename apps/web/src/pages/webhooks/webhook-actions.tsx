import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AppWebhook } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { FinalActionDialog } from '../../components/final-action-dialog.tsx'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { Icon } from '../../components/icons.tsx'
import { showFailure, showToast } from '../../components/toast.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import { EditEndpointDialog } from './endpoint-dialog.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import { TestEventDialog } from './test-event-dialog.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

type Action = 'test' | 'resend' | 'edit' | 'rotate' | 'delete'

/** What can be done with an endpoint. */
export function WebhookActions({ endpoint }: { endpoint: AppWebhook }) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const [action, setAction] = useState<Action>()
  const { busy, attempt } = useAttempt(showFailure)
  const close = () => setAction(undefined)
  const setActive = (isActive: boolean) =>
    attempt(async () => {
      await api.updateWebhook({ params: { id: endpoint.id }, body: { is_active: isActive } })
      showToast(t(isActive ? 'webhook.enabled' : 'webhook.paused'))
      await queries.invalidateQueries({ queryKey: [workspaceId, 'webhooks'] })
    })
  return (
    <>
      <ActionMenu isActive={endpoint.is_active} onAction={setAction} onPause={() => void setActive(false)} />
      {endpoint.is_active ? (
        <Button leftSection={<Icon name="send" size={18} />} onClick={() => setAction('test')}>
          {t('webhook.test')}
        </Button>
      ) : (
        <Button loading={busy} onClick={() => void setActive(true)}>
          {t('webhook.enable')}
        </Button>
      )}
      {action === 'edit' && <EditEndpointDialog endpointId={endpoint.id} onClose={close} />}
      {action === 'test' && <TestEventDialog endpoint={endpoint} onClose={close} />}
      {action === 'resend' && <ResendDialog endpoints={[endpoint]} onClose={close} />}
      <Rotation endpoint={endpoint} opened={action === 'rotate'} onClose={close} />
      <Deletion endpoint={endpoint} opened={action === 'delete'} onClose={close} />
    </>
  )
}

function ActionMenu({
  isActive,
  onAction,
  onPause,
}: {
  isActive: boolean
  onAction: (action: Action) => void
  onPause: () => void
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<Icon name="down" size={16} />}>
          {t('webhook.more')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAction('edit')}>{t('webhook.edit')}</Menu.Item>
        <Menu.Item onClick={() => onAction('resend')}>{t('webhook.resend')}</Menu.Item>
        {isActive && <Menu.Item onClick={onPause}>{t('webhook.pause')}</Menu.Item>}
        <Menu.Item onClick={() => onAction('rotate')}>{t('webhook.rotate')}</Menu.Item>
        <Menu.Divider />
        <Menu.Item c="var(--status-bad)" onClick={() => onAction('delete')}>
          {t('webhook.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface DialogProps {
  endpoint: AppWebhook
  opened: boolean
  onClose: () => void
}

/** Asks, and shows the new secret once. */
function Rotation({ endpoint, opened, onClose }: DialogProps) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const rotate = async () => {
    const made = await api.rotateWebhookSecret({ params: { id: endpoint.id } })
    setSecret(made.secret)
    await queries.invalidateQueries({ queryKey: [workspaceId, 'webhooks'] })
  }
  return (
    <>
      <FinalActionDialog
        opened={opened}
        onClose={onClose}
        title={t('webhook.rotate')}
        object={endpoint.url}
        consequence={t('webhook.rotateConsequence')}
        verb={t('webhook.rotate')}
        destructive
        onConfirm={rotate}
      />
      <WebhookSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

function Deletion({ endpoint, opened, onClose }: DialogProps) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = async () => {
    await api.deleteWebhook({ params: { id: endpoint.id } })
    showToast(t('webhook.deleted'))
    await navigate({ to: '/w/$workspaceId/webhooks', params: { workspaceId } })
    await queries.invalidateQueries({ queryKey: [workspaceId, 'webhooks'] })
  }
  return (
    <FinalActionDialog
      opened={opened}
      onClose={onClose}
      title={t('webhook.delete')}
      object={endpoint.url}
      consequence={t('webhook.deleteConsequence')}
      verb={t('webhook.delete')}
      destructive
      onConfirm={remove}
    />
  )
}
