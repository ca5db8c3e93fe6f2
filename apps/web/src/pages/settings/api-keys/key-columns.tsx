import { Button, Group, Stack } from '@mantine/core'
import type { ApiKeyRead } from '@plumbline/contract'
import { formatDate } from '../../../base/formats.ts'
import { lastDayOf } from '../../../base/last-day.ts'
import { t } from '../../../base/messages.ts'
import type { Column } from '../../../components/data-table/column.ts'
import { LineBelow } from '../../../components/data-table/line-below.tsx'
import { InstantText } from '../../../components/date-text.tsx'
import { sitesInWords } from '../../../components/form/sites-field.tsx'
import { AppearanceBadge } from '../../../components/status/status-badge.tsx'
import type { OpenWorkspace } from '../../../state/workspace.ts'
import { keyAppearance, type KeyOwner } from './key-appearance.ts'

interface KeyTable {
  open: OpenWorkspace
  owners: readonly KeyOwner[]
  /** When the keys were read; some may have expired since. */
  readAt: Date
  onRevoke: (key: ApiKeyRead) => void
  /** Shows the use of a key. */
  onUse: (key: ApiKeyRead) => void
}

/** Returns the columns of the table of keys; the narrow version stacks related values, so that rows fit on a tablet. */
export function keyColumns(table: KeyTable, narrow: boolean): Column<ApiKeyRead>[] {
  const named = { ...wrapping('name', t('apiKeys.name'), (key) => <KeyName of={key} />), fixed: true }
  return [named, ...(narrow ? stackedColumns(table) : separateColumns(table))]
}

function separateColumns(table: KeyTable): Column<ApiKeyRead>[] {
  const { owner, scope, sites, expires, used } = cells(table)
  return [
    wrapping('owner', t('apiKeys.owner'), owner),
    wrapping('scope', t('apiKeys.scope'), scope),
    wrapping('sites', t('personAct.sites'), sites),
    wrapping('expires', t('apiKeys.lastDay'), expires),
    wrapping('used', t('apiKeys.lastUsed'), used),
    wrapping('state', t('apiKeys.state'), (key) => <KeyState of={key} {...table} />),
    {
      ...wrapping('act', t('apiKeys.act'), (key) => <KeyActions of={key} {...table} />),
      pinned: true,
    },
  ]
}

function stackedColumns(table: KeyTable): Column<ApiKeyRead>[] {
  const { owner, scope, sites, expires, used } = cells(table)
  return [
    wrapping('owner', t('apiKeys.owner'), (key) => (
      <>
        {owner(key)}
        <LineBelow>
          {scope(key)}
          <br />
          {sites(key)}
        </LineBelow>
      </>
    )),
    wrapping('expires', t('apiKeys.lastDay'), (key) => (
      <>
        {expires(key)}
        <LineBelow>
          {t('apiKeys.lastUsed')}: {used(key)}
        </LineBelow>
      </>
    )),
    wrapping('state', t('apiKeys.state'), (key) => (
      <Stack gap={6} align="flex-start">
        <KeyState of={key} {...table} />
        <KeyActions of={key} {...table} />
      </Stack>
    )),
  ]
}

function wrapping(key: string, label: string, render: Column<ApiKeyRead>['render']): Column<ApiKeyRead> {
  return { key, label, render, wraps: true }
}

/** What both tables say of a key in words. */
function cells({ open: { workspace, sites }, owners }: KeyTable) {
  return {
    owner: (key: ApiKeyRead) => ownerOf(key, owners)?.name ?? '–',
    scope: ({ scope }: ApiKeyRead) => t(`scope.${scope}`),
    sites: ({ site_ids: ids }: ApiKeyRead) =>
      ids === null ? t('apiKeys.ownersSites') : sitesInWords(ids, sites),
    expires: ({ expires_at: at }: ApiKeyRead) =>
      at === null ? t('apiKeys.noEnd') : formatDate(lastDayOf(at, workspace.timezone)),
    used: ({ last_used_at: at }: ApiKeyRead) =>
      at === null ? t('apiKeys.notUsed') : <InstantText at={at} />,
  }
}

function ownerOf(key: ApiKeyRead, owners: readonly KeyOwner[]): KeyOwner | undefined {
  const id = key.service_account_id ?? key.owner_user_id
  return owners.find((one) => one.id === id)
}

function KeyName({ of: { name, prefix } }: { of: ApiKeyRead }) {
  return (
    <>
      {name}
      <LineBelow>
        <code>{prefix}…</code>
      </LineBelow>
    </>
  )
}

function KeyState({ of: key, owners, readAt }: { of: ApiKeyRead } & Pick<KeyTable, 'owners' | 'readAt'>) {
  return (
    <div>
      <AppearanceBadge appearance={keyAppearance(key, ownerOf(key, owners), readAt)} />
      {key.revoked_at !== null && (
        <LineBelow>
          <InstantText at={key.revoked_at} />
        </LineBelow>
      )}
    </div>
  )
}

function KeyActions({ of: key, onUse, onRevoke }: { of: ApiKeyRead } & Pick<KeyTable, 'onUse' | 'onRevoke'>) {
  return (
    <Group gap={6} wrap="nowrap">
      <Button
        variant="default"
        size="xs"
        aria-label={t('apiKeys.useNamed', { name: key.name })}
        onClick={() => onUse(key)}
      >
        {t('apiKeys.use')}
      </Button>
      {key.revoked_at === null && <RevokeButton of={key} onRevoke={onRevoke} />}
    </Group>
  )
}

function RevokeButton({ of: key, onRevoke }: { of: ApiKeyRead; onRevoke: KeyTable['onRevoke'] }) {
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('apiKeys.revokeNamed', { name: key.name })}
      onClick={() => onRevoke(key)}
    >
      {t('apiKeys.revoke')}
    </Button>
  )
}
