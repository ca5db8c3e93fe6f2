import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Panel } from '../../components/panel.tsx'
import { myFailedSignInsQuery } from '../../queries/account.ts'
import styles from './account-page.module.css'
import { instantIn, useZone } from './own-zone.ts'

/** Who else may have tried: when and from where. */
export function FailedSignInsSection() {
  const { data, error } = useQuery(myFailedSignInsQuery)
  const zone = useZone()
  const more = data === undefined ? 0 : data.pagination.total - data.data.length
  return (
    <Panel title={t('account.failed')}>
      <ErrorSummary error={error} />
      {data === undefined && !error && <DelayedSkeleton />}
      {data !== undefined && (
        <Text size="sm" c="dimmed">
          {t(data.data.length === 0 ? 'account.failed.none' : 'account.failed.hint')}
        </Text>
      )}
      <ul className={styles.sessions}>
        {data?.data.map(({ at, step, ip_address: address }, place) => (
          <li key={`${at} ${place}`}>
            <div>
              <time dateTime={at}>{instantIn(zone, at)}</time>
              <Text size="sm" c="dimmed">
                {t(`account.failed.${step}`)} · {t('account.sessions.from', { address })}
              </Text>
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <Text size="sm">{t('account.failed.more', { count: more })}</Text>}
    </Panel>
  )
}
