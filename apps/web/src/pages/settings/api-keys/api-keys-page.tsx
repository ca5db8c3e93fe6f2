import { Button, Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiKeyRead, UserRead } from '@plumbline/contract'
import type { Column } from '../../../components/data-table/column.ts'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { InstantText } from '../../../components/date-text.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { FinalActDialog } from '../../../components/final-act-dialog.tsx'
import { Icon } from '../../../components/icons.tsx'
import { LinkButton } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { tell } from '../../../components/told.tsx'
import { formatDate } from '../../../formats.ts'
import { t } from '../../../messages.ts'
import { apiKeysQuery, peopleQuery } from '../../../queries/settings.ts'
import { may } from '../../../session.ts'
import { useWorkspace, type OpenWorkspace } from '../../../workspace.ts'
import { lastDayOf } from '../../../last-day.ts'
import { NotOffered } from '../not-offered.tsx'
import { sitesInWords } from '../sites-field.tsx'

/** What programs enter the public API with. */
export function ApiKeysPage() {
  const { role } = useWorkspace()
  return may.administer(role) ? <Keys /> : <NotOffered title={t('settings.apiKeys')} />
}

function Keys() {
  const open = useWorkspace()
  const { workspaceId } = open
  const { revoked } = useSearch({ from: '/w/$workspaceId/settings/api-keys' })
  const navigate = useNavigate({ from: '/w/$workspaceId/settings/api-keys' })
  const { data: keys, error } = useQuery(apiKeysQuery(workspaceId))
  const { data: people } = useQuery(peopleQuery(workspaceId))
  const [revoking, setRevoking] = useState<ApiKeyRead>()
  const shown = keys?.filter(({ revoked_at }) => revoked === true || revoked_at === null)
  return (
    <Page
      wide
      title={t('settings.apiKeys')}
      actions={
        <>
          <Switch
            label={t('apiKeys.withRevoked')}
            checked={revoked === true}
            onChange={(event) => {
              const wanted = event.currentTarget.checked || undefined
              void navigate({
                search: (present) => ({ ...present, revoked: wanted }) as never,
                replace: true,
              })
            }}
          />
          <LinkButton
            to="/w/$workspaceId/settings/api-keys/new"
            params={{ workspaceId }}
            leftSection={<Icon name="plus" size={18} />}
          >
            {t('apiKeys.new')}
          </LinkButton>
        </>
      }
    >
      <DataTable
        caption={t('settings.apiKeys')}
        columns={columnsFor(open, people ?? [], setRevoking)}
        rows={shown}
        error={error}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('apiKeys.empty')} hint={t('apiKeys.emptyHint')} />}
      />
      {revoking && <RevokeDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  )
}

function columnsFor(
  { workspace, sites }: OpenWorkspace,
  people: readonly UserRead[],
  onRevoke: (key: ApiKeyRead) => void,
): Column<ApiKeyRead>[] {
  return [
    { key: 'name', label: t('apiKeys.name'), fixed: true, render: ({ name }) => name },
    { key: 'prefix', label: t('apiKeys.prefix'), render: ({ prefix }) => <code>{prefix}…</code> },
    {
      key: 'owner',
      label: t('apiKeys.owner'),
      render: ({ owner_user_id: owner }) => people.find(({ id }) => id === owner)?.name ?? '–',
    },
    { key: 'scope', label: t('apiKeys.scope'), render: ({ scope }) => t(`scope.${scope}`) },
    {
      key: 'sites',
      label: t('person.sites'),
      render: ({ site_ids }) =>
        site_ids === null ? t('apiKeys.ownersSites') : sitesInWords(site_ids, sites),
    },
    {
      key: 'expires',
      label: t('apiKeys.lastDay'),
      render: ({ expires_at }) =>
        expires_at === null ? t('apiKeys.noEnd') : formatDate(lastDayOf(expires_at, workspace.timezone)),
    },
    {
      key: 'used',
      label: t('apiKeys.lastUsed'),
      render: ({ last_used_at }) =>
        last_used_at === null ? t('apiKeys.notUsed') : <InstantText at={last_used_at} />,
    },
    {
      key: 'state',
      label: t('apiKeys.state'),
      render: (key) => <RevokeCell apiKey={key} onRevoke={() => onRevoke(key)} />,
    },
  ]
}

function RevokeCell({ apiKey, onRevoke }: { apiKey: ApiKeyRead; onRevoke: () => void }) {
  if (apiKey.revoked_at !== null) {
    return (
      <>
        {t('apiKeys.revokedOn')} <InstantText at={apiKey.revoked_at} />
      </>
    )
  }
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('apiKeys.revokeNamed', { name: apiKey.name })}
      onClick={onRevoke}
    >
      {t('apiKeys.revoke')}
    </Button>
  )
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKeyRead; onClose: () => void }) {
  const { workspaceId, api } = useWorkspace()
  const queries = useQueryClient()
  return (
    <FinalActDialog
      opened
      onClose={onClose}
      title={t('apiKeys.revokeTitle')}
      object={`${apiKey.name} · ${apiKey.prefix}…`}
      consequence={t('apiKeys.revokeHint')}
      verb={t('apiKeys.revokeTitle')}
      destructive
      onConfirm={async () => {
        await api.post(`/api-keys/${apiKey.id}/revoke`)
        tell(t('apiKeys.revoked', { name: apiKey.name }))
        await queries.invalidateQueries(apiKeysQuery(workspaceId))
      }}
    />
  )
}
