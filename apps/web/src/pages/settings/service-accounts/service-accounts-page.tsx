import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ServiceAccount } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { FinalActionDialog } from '../../../components/final-action-dialog.tsx'
import { sitesInWords } from '../../../components/form/sites-field.tsx'
import { Icon } from '../../../components/icons.tsx'
import { LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast.tsx'
import { serviceAccountsQuery } from '../../../queries/settings.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace, type OpenWorkspace } from '../../../state/workspace.ts'
import { NotOffered } from '../not-offered.tsx'

/** What programs act as. */
export function ServiceAccountsPage() {
  return may.administer(useWorkspace()) ? <Accounts /> : <NotOffered title={t('settings.serviceAccounts')} />
}

function Accounts() {
  const open = useWorkspace()
  const { workspaceId } = open
  const { data, error } = useQuery(serviceAccountsQuery(workspaceId))
  const [changing, setChanging] = useState<ServiceAccount>()
  return (
    <Page
      wide
      title={t('settings.serviceAccounts')}
      actions={
        <LinkButton
          to="/w/$workspaceId/settings/service-accounts/new"
          params={{ workspaceId }}
          leftSection={<Icon name="plus" size={18} />}
        >
          {t('serviceAccounts.new')}
        </LinkButton>
      }
    >
      <DataTable
        stacks
        caption={t('settings.serviceAccounts')}
        columns={accountColumns(open, setChanging)}
        rows={data}
        error={error}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('serviceAccounts.empty')} hint={t('serviceAccounts.emptyHint')} />}
      />
      {changing && <ActivityDialog account={changing} onClose={() => setChanging(undefined)} />}
    </Page>
  )
}

function accountColumns(
  { sites }: OpenWorkspace,
  onChange: (account: ServiceAccount) => void,
): Column<ServiceAccount>[] {
  const column = (key: string, label: string, render: Column<ServiceAccount>['render']) => ({
    key,
    label,
    render,
    wraps: true,
  })
  return [
    { ...column('name', t('serviceAccounts.name'), ({ name }) => name), fixed: true },
    column('role', t('personAct.role'), ({ role }) => t(`role.${role}`)),
    column('sites', t('personAct.sites'), ({ site_ids: ids }) => sitesInWords(ids, sites)),
    column('state', t('personAct.membership'), ({ is_active: isActive }) =>
      t(isActive ? 'people.active' : 'people.deactivated'),
    ),
    column('act', t('apiKeys.act'), (account) => (
      <Button
        variant="default"
        size="xs"
        aria-label={t(`serviceAccounts.${actOn(account)}Named`, { name: account.name })}
        onClick={() => onChange(account)}
      >
        {t(`personAct.${actOn(account)}.verb`)}
      </Button>
    )),
  ]
}

function actOn({ is_active: isActive }: ServiceAccount) {
  return isActive ? 'deactivate' : 'reactivate'
}

function ActivityDialog({ account, onClose }: { account: ServiceAccount; onClose: () => void }) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  const action = actOn(account)
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t(`serviceAccounts.${action}`)}
      object={account.name}
      consequence={t(`serviceAccounts.${action}.consequence`)}
      verb={t(`personAct.${action}.verb`)}
      destructive={account.is_active}
      onConfirm={async () => {
        const body = { is_active: !account.is_active }
        await api.updateServiceAccount({ params: { service_account_id: account.id }, body })
        showToast(t(`personAct.${action}.done`, { name: account.name }))
        await queries.invalidateQueries(serviceAccountsQuery(workspaceId))
      }}
    />
  )
}
