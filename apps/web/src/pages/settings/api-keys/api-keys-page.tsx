import { Modal, Stack, Switch, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApiKeyRead, type ApiKeyUse, KEY_USE_DAYS } from '@plumbline/contract'
import { formatCount, formatDate } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { FinalActionDialog } from '../../../components/final-action-dialog.tsx'
import { Icon } from '../../../components/icons.tsx'
import { LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast.tsx'
import { useNarrow } from '../../../components/use-narrow.ts'
import { apiKeysQuery, apiKeyUseQuery, peopleQuery, serviceAccountsQuery } from '../../../queries/settings.ts'
import { may } from '../../../state/session.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { NotOffered } from '../not-offered.tsx'
import { keyColumns } from './key-columns.tsx'
import type { KeyOwner } from './key-appearance.ts'

/** What programs enter the public API with. */
export function ApiKeysPage() {
  return may.administer(useWorkspace()) ? <Keys /> : <NotOffered title={t('settings.apiKeys')} />
}

function Keys() {
  const open = useWorkspace()
  const { workspaceId } = open
  const { revoked } = useSearch({ from: '/w/$workspaceId/settings/api-keys' })
  const { data: keys, dataUpdatedAt, error } = useQuery(apiKeysQuery(workspaceId))
  const { data: people = [] } = useQuery(peopleQuery(workspaceId))
  const { data: accounts = [] } = useQuery(serviceAccountsQuery(workspaceId))
  const [revoking, setRevoking] = useState<ApiKeyRead>()
  const [used, setUsed] = useState<ApiKeyRead>()
  const narrow = useNarrow()
  const readAt = new Date(dataUpdatedAt)
  const owners: KeyOwner[] = [...people, ...accounts]
  const table = { open, owners, readAt, onRevoke: setRevoking, onUse: setUsed }
  const shown = keys?.filter(({ revoked_at }) => revoked === true || revoked_at === null)
  return (
    <Page
      wide
      title={t('settings.apiKeys')}
      actions={
        <>
          <RevokedSwitch isOn={revoked === true} />
          <NewKeyLink />
        </>
      }
    >
      <DataTable
        stacks
        caption={t('settings.apiKeys')}
        columns={keyColumns(table, narrow)}
        rows={shown}
        error={error}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('apiKeys.empty')} hint={t('apiKeys.emptyHint')} />}
      />
      {used && <KeyUseDialog apiKey={used} onClose={() => setUsed(undefined)} />}
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  )
}

function NewKeyLink() {
  const { workspaceId } = useWorkspace()
  return (
    <LinkButton
      to="/w/$workspaceId/settings/api-keys/new"
      params={{ workspaceId }}
      leftSection={<Icon name="plus" size={18} />}
    >
      {t('apiKeys.new')}
    </LinkButton>
  )
}

/** Shows keys that were revoked, too, as the address says. */
function RevokedSwitch({ isOn }: { isOn: boolean }) {
  const navigate = useNavigate({ from: '/w/$workspaceId/settings/api-keys' })
  return (
    <Switch
      label={t('apiKeys.withRevoked')}
      checked={isOn}
      onChange={(event) => {
        const wanted = event.currentTarget.checked || undefined
        void navigate({ search: (present) => ({ ...present, revoked: wanted }) as never, replace: true })
      }}
    />
  )
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKeyRead; onClose: () => void }) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('apiKeys.revokeTitle')}
      object={`${apiKey.name} · ${apiKey.prefix}…`}
      consequence={t('apiKeys.revokeHint')}
      verb={t('apiKeys.revokeTitle')}
      destructive
      onConfirm={async () => {
        await api.revokeApiKey({ params: { key_id: apiKey.id } })
        showToast(t('apiKeys.revoked', { name: apiKey.name }))
        await queries.invalidateQueries(apiKeysQuery(workspaceId))
      }}
    />
  )
}

/** The use of an operation by a key. */
interface OperationUse {
  operation: string
  requests: number
  lastDay: string
}

/** The recent use of a key, and its rate limit. */
function KeyUseDialog({ apiKey, onClose }: { apiKey: ApiKeyRead; onClose: () => void }) {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(apiKeyUseQuery(workspaceId, apiKey.id))
  const { rate_limit_per_minute: limit } = apiKey
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('apiKeys.useNamed', { name: apiKey.name })}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('apiKeys.useHint', { days: KEY_USE_DAYS })}</Text>
        {limit !== null && <Text size="sm">{t('apiKeys.limit', { number: formatCount(limit) })}</Text>}
        <DataTable
          caption={t('apiKeys.use')}
          columns={columns()}
          rows={data && byOperation(data)}
          error={error}
          rowKey={({ operation }) => operation}
          empty={<EmptyState title={t('apiKeys.useEmpty', { days: KEY_USE_DAYS })} />}
        />
      </Stack>
    </Modal>
  )
}

/** The sums of the days, most requests first. */
function byOperation({ uses }: ApiKeyUse): OperationUse[] {
  const found = new Map<string, OperationUse>()
  // The latest day comes first.
  for (const { operation, requests, day } of uses) {
    const known = found.get(operation)
    if (known) known.requests += requests
    else found.set(operation, { operation, requests, lastDay: day })
  }
  return [...found.values()].toSorted((a, b) => b.requests - a.requests)
}

function columns(): Column<OperationUse>[] {
  return [
    {
      key: 'operation',
      label: t('apiKeys.useOperation'),
      render: ({ operation }) => <code>{operation}</code>,
      fixed: true,
    },
    {
      key: 'requests',
      label: t('apiKeys.useRequests'),
      render: ({ requests }) => formatCount(requests),
      align: 'right',
    },
    { key: 'last', label: t('apiKeys.lastUsed'), render: ({ lastDay }) => formatDate(lastDay) },
  ]
}
