import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResetLink, UserRead } from '@plumbline/contract'
import { formatInstant } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { FinalActDialog } from '../../../components/final-act-dialog.tsx'
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
const acts = [
  'invitationLink',
  'takeBack',
  'resetLink',
  'endSessions',
  'removeTwoFactor',
  'removeProvider',
  'deactivate',
  'reactivate',
] as const
type Act = (typeof acts)[number]

/** The available actions on a person with their effects, and why others are unavailable. */
export function PersonActs({ user, isLastAdmin }: { user: UserRead; isLastAdmin: boolean }) {
  const { session, workspace } = useWorkspace()
  const [act, setAct] = useState<Act>()
  const [link, setLink] = useState<ResetLink>()
  const isSelf = user.id === session.user.id
  const offered = isSelf ? [] : acts.filter((one) => isOffered(one, user, isLastAdmin))
  return (
    <Panel title={t('personAct.access')}>
      <ul className={styles.acts}>
        {isSelf && (
          <li>
            <Text size="sm">{t('personAct.self')}</Text>
          </li>
        )}
        {offered.map((one) => (
          <ActRow key={one} act={one} onAct={() => setAct(one)} />
        ))}
        {isLastAdmin && !isSelf && (
          <li>
            <Text size="sm">{t('personAct.lastAdmin')}</Text>
          </li>
        )}
      </ul>
      {act && <ActDialog act={act} user={user} onLink={setLink} onClose={() => setAct(undefined)} />}
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

function ActRow({ act, onAct }: { act: Act; onAct: () => void }) {
  return (
    <li>
      <div>
        <Text fw={500}>{t(`personAct.${act}`)}</Text>
        <Text size="sm" c="dimmed">
          {t(`personAct.${act}.hint`)}
        </Text>
      </div>
      <Button variant="default" onClick={onAct}>
        {t(`personAct.${act}.verb`)}
      </Button>
    </li>
  )
}

function isOffered(act: Act, user: UserRead, isLastAdmin: boolean): boolean {
  const isOfInvitation = act === 'invitationLink' || act === 'takeBack'
  if (user.is_pending || isOfInvitation) return user.is_pending && isOfInvitation
  if (act === 'reactivate') return !user.is_active
  if (act === 'deactivate') return user.is_active && !isLastAdmin
  if (act === 'removeTwoFactor') return user.has_two_factor
  if (act === 'removeProvider') return user.has_provider_account
  return user.is_active
}

/** That instruments are left without anyone who sees to them. */
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
  act,
  user,
  onLink,
  onClose,
}: {
  act: Act
  user: UserRead
  onLink: (link: ResetLink) => void
  onClose: () => void
}) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const params = { user_id: user.id }
  const carryOut = async () => {
    if (act === 'resetLink' || act === 'invitationLink') return onLink(await api.createResetLink({ params }))
    if (act === 'endSessions') await api.endUserSessions({ params })
    else if (act === 'removeTwoFactor') await api.removeTwoFactor({ params })
    else if (act === 'removeProvider') await api.removeProviderAccounts({ params })
    else await api.updateUser({ params, body: { is_active: act === 'reactivate' } })
    showToast(t(`personAct.${act}.done`, { name: user.name }))
    await queries.invalidateQueries(peopleQuery(workspaceId))
    // Whose responsible person has left depends on it.
    await queries.invalidateQueries({ queryKey: [workspaceId, 'instruments', 'count'] })
  }
  return (
    <FinalActDialog
      opened
      onClose={onClose}
      title={t(`personAct.${act}`)}
      object={`${user.name} · ${user.email}`}
      consequence={t(`personAct.${act}.consequence`)}
      verb={t(`personAct.${act}.verb`)}
      warnings={act === 'deactivate' && <Responsibilities user={user} />}
      destructive={act === 'deactivate' || act === 'removeTwoFactor' || act === 'takeBack'}
      onConfirm={carryOut}
    />
  )
}
