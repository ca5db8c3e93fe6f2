import { Text } from '@mantine/core'
import { t } from '../../base/messages.ts'
import { Panel } from '../../components/panel.tsx'
import type { Session } from '../../state/session.ts'
import styles from './account-page.module.css'

/** Who is signed in, as records and certificates print it. */
export function PersonSection({ user }: { user: Session['user'] }) {
  return (
    <Panel title={t('account.person')}>
      <dl className={styles.facts}>
        <dt>{t('account.name')}</dt>
        <dd>{user.name}</dd>
        <dt>{t('signIn.email')}</dt>
        <dd>{user.email}</dd>
      </dl>
      <Text size="sm" c="dimmed">
        {t('account.personHint')}
      </Text>
    </Panel>
  )
}
