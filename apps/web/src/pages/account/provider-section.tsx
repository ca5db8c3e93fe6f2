import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProviderAccount } from '@plumbline/contract'
import { ownAccountApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { FinalActDialog } from '../../components/final-act-dialog.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast.tsx'
import { myProviderAccountsQuery } from '../../queries/account.ts'
import styles from './account-page.module.css'
import { instantIn, useZone } from './own-zone.ts'

/** Accounts of identity providers that sign the person in; nothing where there are none. */
export function ProviderSection() {
  const queries = useQueryClient()
  const { data: accounts = [] } = useQuery(myProviderAccountsQuery)
  const [removing, setRemoving] = useState<ProviderAccount>()
  const zone = useZone()
  if (accounts.length === 0) return null
  const remove = async () => {
    if (removing === undefined) return
    await ownAccountApi.removeProviderAccount({ params: { account_id: removing.id } })
    showToast(t('account.provider.removed'))
    await queries.invalidateQueries(myProviderAccountsQuery)
  }
  return (
    <Panel title={t('account.provider')}>
      <ul className={styles.sessions}>
        {accounts.map((account) => (
          <li key={account.id}>
            <div>
              <Text fw={600}>{account.issuer}</Text>
              <Text size="sm" c="dimmed">
                {t('account.provider.since', { at: instantIn(zone, account.bound_at) })}
              </Text>
            </div>
            <Button variant="default" size="sm" onClick={() => setRemoving(account)}>
              {t('account.provider.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <FinalActDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('account.provider.remove')}
        object={removing?.issuer ?? ''}
        consequence={t('account.provider.removeHint')}
        verb={t('account.provider.remove')}
        onConfirm={remove}
      />
    </Panel>
  )
}
