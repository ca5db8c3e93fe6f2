import { Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  DueDigest,
  NotificationKind,
  NotificationSettings,
  NotificationSettingsUpdate,
} from '@plumbline/contract'
import { languageName, languages, t } from '../../../base/messages.ts'
import { DelayedSkeleton } from '../../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { useAttempt } from '../../../components/form/use-attempt.ts'
import { Notice } from '../../../components/notice.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { notificationSettingsQuery } from '../../../queries/notifications.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { CalendarFeeds } from './calendar-feeds.tsx'
import { DigestForm } from './digest-form.tsx'
import styles from './notifications-page.module.css'

/** The user's notification settings in this workspace; each switch is saved immediately. */
export function NotificationsPage() {
  const { workspaceId, api } = useWorkspace()
  const client = useQueryClient()
  const query = notificationSettingsQuery(workspaceId)
  const { data, error } = useQuery(query)
  const { error: refused, attempt } = useAttempt()
  const save = (body: NotificationSettingsUpdate) =>
    attempt(async () => {
      // A switch changes immediately, and changes back if the request fails.
      client.setQueryData(query.queryKey, data && { ...data, ...body })
      try {
        client.setQueryData(query.queryKey, await api.updateNotificationSettings({ body }))
      } catch (failure) {
        client.setQueryData(query.queryKey, data)
        throw failure
      }
    })
  const saveDigest = async (digest: DueDigest | null) => {
    client.setQueryData(query.queryKey, await api.updateNotificationSettings({ body: { digest } }))
  }
  return (
    <Page title={t('settings.notifications')} subtitle={t('notificationSettings.what')}>
      <Stack gap="lg">
        <ErrorSummary error={refused ?? error} />
        {data === undefined && !error && <DelayedSkeleton lines={6} />}
        {data && !data.is_mail_set_up && <Notice title={t('notificationSettings.noMail')} />}
        {data && <Switches settings={data} onChange={(body) => void save(body)} />}
        {data?.is_mail_set_up && <MailLanguage settings={data} onChange={(body) => void save(body)} />}
        {data?.is_mail_set_up && <DigestForm digest={data.digest} onSave={saveDigest} />}
        {data && <CalendarFeeds />}
      </Stack>
    </Page>
  )
}

interface PartProps {
  settings: NotificationSettings
  onChange: (body: NotificationSettingsUpdate) => void
}

function Switches({ settings, onChange }: PartProps) {
  if (settings.kinds.length === 0) return <Text>{t('notificationSettings.noKinds')}</Text>
  return (
    <Panel title={t('notificationSettings.kinds')}>
      <table className={styles.switches}>
        <thead>
          <tr>
            <th scope="col">{t('notificationSettings.kind')}</th>
            <th scope="col">{t('notificationSettings.shown')}</th>
            {settings.is_mail_set_up && <th scope="col">{t('notificationSettings.mailed')}</th>}
          </tr>
        </thead>
        <tbody>
          {settings.kinds.map((kind) => (
            <KindRow key={kind} kind={kind} settings={settings} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

function KindRow({ kind, settings, onChange }: PartProps & { kind: NotificationKind }) {
  const { not_shown: notShown, not_mailed: notMailed } = settings
  const name = t(`notificationKind.${kind}`)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Checkbox
          aria-label={t('notificationSettings.shownOf', { kind: name })}
          checked={!notShown.includes(kind)}
          onChange={({ currentTarget }) =>
            onChange({ not_shown: withKind(notShown, kind, !currentTarget.checked) })
          }
        />
      </td>
      {settings.is_mail_set_up && (
        <td>
          <Checkbox
            aria-label={t('notificationSettings.mailedOf', { kind: name })}
            checked={!notMailed.includes(kind)}
            onChange={({ currentTarget }) =>
              onChange({ not_mailed: withKind(notMailed, kind, !currentTarget.checked) })
            }
          />
        </td>
      )}
    </tr>
  )
}

function withKind(
  kinds: readonly NotificationKind[],
  kind: NotificationKind,
  isIn: boolean,
): NotificationKind[] {
  const others = kinds.filter((each) => each !== kind)
  return isIn ? [...others, kind] : others
}

function MailLanguage({ settings, onChange }: PartProps) {
  const { workspace } = useWorkspace()
  const ofWorkspace = t('notificationSettings.languageOfWorkspace', {
    language: languageName(workspace.language ?? 'en'),
  })
  return (
    <NativeSelect
      label={t('notificationSettings.language')}
      maw={360}
      value={settings.language ?? ''}
      data={[
        { value: '', label: ofWorkspace },
        ...languages.map((value) => ({ value, label: languageName(value) })),
      ]}
      onChange={({ currentTarget }) => onChange({ language: currentTarget.value || null })}
    />
  )
}
