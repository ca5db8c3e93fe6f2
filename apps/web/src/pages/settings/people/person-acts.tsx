import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResetLink, UserRead } from '@plumbline/contract'
import { FinalActDialog } from '../../../components/final-act-dialog.tsx'
import { Panel } from '../../../components/panel.tsx'
import { tell } from '../../../components/told.tsx'
import { formatInstant } from '../../../formats.ts'
import { t } from '../../../messages.ts'
import { peopleQuery } from '../../../queries/settings.ts'
import { useWorkspace } from '../../../workspace.ts'
import { OneTimeSecret } from '../one-time-secret.tsx'
import styles from '../settings-form.module.css'

/** What an admin can do for or against a person's access, besides their rights. */
const acts = ['resetLink', 'removeTwoFactor', 'deactivate', 'reactivate'] as const
type Act = (typeof acts)[number]

/** The acts that a person's state allows, each with what it does, and what stands in the way of the others. */
export function PersonActs({ user, isLastAdmin }: { user: UserRead; isLastAdmin: boolean }) {
  const { session, workspace } = useWorkspace()
  const [act, setAct] = useState<Act>()
  const [link, setLink] = useState<ResetLink>()
  const isSelf = user.id === session.user.id
  const offered = isSelf ? [] : acts.filter((one) => isOffered(one, user, isLastAdmin))
  return (
    <Panel title={t('person.access')}>
      <ul className={styles.acts}>
        {isSelf && (
          <li>
            <Text size="sm">{t('person.self')}</Text>
          </li>
        )}
        {offered.map((one) => (
          <li key={one}>
            <div>
              <Text fw={500}>{t(`personAct.${one}`)}</Text>
              <Text size="sm" c="dimmed">
                {t(`personAct.${one}.hint`)}
              </Text>
            </div>
            <Button variant="default" onClick={() => setAct(one)}>
              {t(`personAct.${one}.verb`)}
            </Button>
          </li>
        ))}
        {isLastAdmin && !isSelf && (
          <li>
            <Text size="sm">{t('person.lastAdmin')}</Text>
          </li>
        )}
      </ul>
      {act && <ActDialog act={act} user={user} onLink={setLink} onClose={() => setAct(undefined)} />}
      <OneTimeSecret
        title={t('personAct.resetLink')}
        hint={t('personAct.resetLink.told', {
          name: user.name,
          until: link ? formatInstant(link.expires_at, workspace.timezone) : '',
        })}
        label={t('personAct.resetLink.link')}
        secret={link?.link}
        onClose={() => setLink(undefined)}
      />
    </Panel>
  )
}

function isOffered(act: Act, user: UserRead, isLastAdmin: boolean): boolean {
  if (act === 'reactivate') return !user.is_active
  if (act === 'deactivate') return user.is_active && !isLastAdmin
  if (act === 'removeTwoFactor') return user.has_two_factor
  return user.is_active
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
  const path = `/users/${user.id}`
  const carryOut = async () => {
    if (act === 'resetLink') return onLink(await api.post<ResetLink>(`${path}/reset-link`))
    if (act === 'removeTwoFactor') await api.delete(`${path}/two-factor`)
    else await api.patch(path, { is_active: act === 'reactivate' })
    tell(t(`personAct.${act}.done`, { name: user.name }))
    await queries.invalidateQueries(peopleQuery(workspaceId))
  }
  return (
    <FinalActDialog
      opened
      onClose={onClose}
      title={t(`personAct.${act}`)}
      object={`${user.name} · ${user.email}`}
      consequence={t(`personAct.${act}.consequence`)}
      verb={t(`personAct.${act}.verb`)}
      destructive={act === 'deactivate' || act === 'removeTwoFactor'}
      onConfirm={carryOut}
    />
  )
}
