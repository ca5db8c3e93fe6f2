import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AppWebhook, SecretRotatedResponse } from '@plumbline/contract'
import { FinalActDialog } from '../../components/final-act-dialog.tsx'
import { Icon } from '../../components/icons.tsx'
import { tell, tellFailure } from '../../components/told.tsx'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { OneTimeSecret } from '../settings/one-time-secret.tsx'
import { EditEndpointDialog } from './endpoint-dialog.tsx'
import { ReceiverGuide } from './receiver-guide.tsx'
import { TestEventDialog } from './test-event-dialog.tsx'

type Act = 'test' | 'edit' | 'rotate' | 'delete'

/** What can be done with an endpoint. */
export function WebhookActs({ endpoint }: { endpoint: AppWebhook }) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [act, setAct] = useState<Act>()
  const [secret, setSecret] = useState<string>()
  const path = `/webhooks/${endpoint.id}`
  const reread = () => queries.invalidateQueries({ queryKey: [workspaceId, 'webhooks'] })
  const close = () => setAct(undefined)
  const setActive = async (isActive: boolean) => {
    try {
      await api.patch(path, { is_active: isActive })
      tell(t(isActive ? 'webhook.enabled' : 'webhook.paused'))
      await reread()
    } catch (error) {
      tellFailure(error)
    }
  }
  const dialog = { opened: true, onClose: close, object: endpoint.url }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" size={16} />}>
            {t('webhook.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAct('edit')}>{t('webhook.edit')}</Menu.Item>
          {endpoint.is_active && (
            <Menu.Item onClick={() => void setActive(false)}>{t('webhook.pause')}</Menu.Item>
          )}
          <Menu.Item onClick={() => setAct('rotate')}>{t('webhook.rotate')}</Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--status-bad)" onClick={() => setAct('delete')}>
            {t('webhook.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {endpoint.is_active ? (
        <Button leftSection={<Icon name="send" size={18} />} onClick={() => setAct('test')}>
          {t('webhook.test')}
        </Button>
      ) : (
        <Button onClick={() => void setActive(true)}>{t('webhook.enable')}</Button>
      )}
      {act === 'edit' && <EditEndpointDialog endpointId={endpoint.id} onClose={close} />}
      {act === 'test' && <TestEventDialog endpoint={endpoint} onClose={close} />}
      {act === 'rotate' && (
        <FinalActDialog
          {...dialog}
          title={t('webhook.rotate')}
          consequence={t('webhook.rotateConsequence')}
          verb={t('webhook.rotate')}
          destructive
          onConfirm={async () => {
            setSecret((await api.post<SecretRotatedResponse>(`${path}/rotate-secret`)).secret)
            await reread()
          }}
        />
      )}
      {act === 'delete' && (
        <FinalActDialog
          {...dialog}
          title={t('webhook.delete')}
          consequence={t('webhook.deleteConsequence')}
          verb={t('webhook.delete')}
          destructive
          onConfirm={async () => {
            await api.delete(path)
            tell(t('webhook.deleted'))
            await navigate({ to: '/w/$workspaceId/webhooks', params: { workspaceId } })
            await reread()
          }}
        />
      )}
      <OneTimeSecret
        title={t('webhook.secretTitle')}
        hint={t('webhook.secretHint')}
        label={t('webhook.secret')}
        secret={secret}
        onClose={() => setSecret(undefined)}
      >
        <ReceiverGuide />
      </OneTimeSecret>
    </>
  )
}
