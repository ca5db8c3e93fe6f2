import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResetLink, UserRead } from '@plumbline/contract'
import { formatInstant } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { FinalActionDialog } from '../../../components/final-action-dialog.tsx'
import { OneTimeSecret } from '../../../components/form/one-time-secret.tsx'
import { LinkMailOutcome } from '../../../components/mail-outcome.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast.tsx'
import { peopleQuery } from '../../../queries/settings.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import styles from '../settings-form.module.css'
import { useResponsibilities } from './responsible-for.tsx'

/** What an admin can do for or against a person's access, besides their rights. */
const actions = [
  'invitationLink',
  'takeBack',
  'resetLink',
  'endSessions',
  'removeTwoFactor',
  'removeProvider',
  'deactivate',
  'reactivate',
] as const
type Action = (typeof actions)[number]

/** The available actions on a person with their effects, and why others are unavailable. */
export function PersonActions({ user, isLastAdmin }: { user: UserRead; isLastAdmin: boolean }) {
  const { session, workspace } = useWorkspace()
  const [action, setAction] = useState<Action>()
  const [link, setLink] = useState<ResetLink>()
  const isSelf = user.id === session.user.id
  const offered = isSelf ? [] : actions.filter((one) => isOffered(one, user, isLastAdmin))
  return (
    <Panel title={t('personAct.access')}>
      <ul className={styles.actions}>
        {isSelf && (
          <li>
            <Text size="sm">{t('personAct.self')}</Text>
          </li>
        )}
        {offered.map((one) => (
          <ActionRow key={one} action={one} onAction={() => setAction(one)} />
        ))}
        {isLastAdmin && !isSelf && (
          <li>
            <Text size="sm">{t('personAct.lastAdmin')}</Text>
          </li>
        )}
      </ul>
      {action && (
        <ActDialog action={action} user={user} onLink={setLink} onClose={() => setAction(undefined)} />
      )}
      <OneTimeSecret
        title={t(user.is_pending ? 'people.linkTitle' : 'personAct.resetLink')}
        hint={t('personAct.resetLink.shown', {
          name: user.name,
          until: link ? formatInstant(link.expires_at, workspace.timezone) : '',
        })}
        label={t('personAct.resetLink.link')}
        secret={link?.link}
        onClose={() => setLink(undefined)}
      >
        <LinkMailOutcome result={link?.mail} />
      </OneTimeSecret>
    </Panel>
  )
}

function ActionRow({ action, onAction }: { action: Action; onAction: () => void }) {
  return (
    <li>
      <div>
        <Text fw={500}>{t(`personAct.${action}`)}</Text>
        <Text size="sm" c="dimmed">
          {t(`personAct.${action}.hint`)}
        </Text>
      </div>
      <Button variant="default" onClick={onAction}>
        {t(`personAct.${action}.verb`)}
      </Button>
    </li>
  )
}

function isOffered(action: Action, user: UserRead, isLastAdmin: boolean): boolean {
  const isOfInvitation = action === 'invitationLink' || action === 'takeBack'
  if (user.is_pending || isOfInvitation) return user.is_pending && isOfInvitation
  if (action === 'reactivate') return !user.is_active
  if (action === 'deactivate') return user.is_active && !isLastAdmin
  if (action === 'removeTwoFactor') return user.has_two_factor
  if (action === 'removeProvider') return user.has_provider_account
  return user.is_active
}

/** Warns that instruments would be left without a responsible person. */
function Responsibilities({ user }: { user: UserRead }) {
  const count = useResponsibilities(user) ?? 0
  if (count === 0) return null
  return (
    <Notice tone="warning" title={t('personAct.responsibleForCount', { count })}>
      {t('personAct.responsibleForLeaving')}
    </Notice>
  )
}

function ActDialog({
  action,
  user,
  onLink,
  onClose,
}: {
  action: Action
  user: UserRead
  onLink: (link: ResetLink) => void
  onClose: () => void
}) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const params = { user_id: user.id }
  const carryOut = async () => {
    if (action === 'resetLink' || action === 'invitationLink')
      return onLink(await api.createResetLink({ params }))
    if (action === 'endSessions') await api.endUserSessions({ params })
    else if (action === 'removeTwoFactor') await api.removeTwoFactor({ params })
    else if (action === 'removeProvider') await api.removeProviderAccounts({ params })
    else await api.updateUser({ params, body: { is_active: action === 'reactivate' } })
    showToast(t(`personAct.${action}.done`, { name: user.name }))
    await queries.invalidateQueries(peopleQuery(workspaceId))
    // Whose responsible person has left depends on it.
    await queries.invalidateQueries({ queryKey: [workspaceId, 'instruments', 'count'] })
  }
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t(`personAct.${action}`)}
      object={`${user.name} · ${user.email}`}
      consequence={t(`personAct.${action}.consequence`)}
      verb={t(`personAct.${action}.verb`)}
      warnings={action === 'deactivate' && <Responsibilities user={user} />}
      destructive={action === 'deactivate' || action === 'removeTwoFactor' || action === 'takeBack'}
      onConfirm={carryOut}
    />
  )
}
