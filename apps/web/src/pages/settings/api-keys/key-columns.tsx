import { Button, Stack } from '@mantine/core'
import type { ApiKeyRead, UserRead } from '@plumbline/contract'
import type { Column } from '../../../components/data-table/column.ts'
import { LineBelow } from '../../../components/data-table/line-below.tsx'
import { InstantText } from '../../../components/date-text.tsx'
import { LookBadge } from '../../../components/status/status-badge.tsx'
import { formatDate } from '../../../formats.ts'
import { lastDayOf } from '../../../last-day.ts'
import { t } from '../../../messages.ts'
import type { OpenWorkspace } from '../../../workspace.ts'
import { sitesInWords } from '../sites-field.tsx'
import { keyLook } from './key-look.ts'

interface KeyTable {
  open: OpenWorkspace
  people: readonly UserRead[]
  onRevoke: (key: ApiKeyRead) => void
}

/** What the table of keys shows; the narrow one stacks what belongs together, so that a tablet shows every row whole. */
export function keyColumns(table: KeyTable, narrow: boolean): Column<ApiKeyRead>[] {
  const { name, owner, scope, sites, expires, used, state, act } = cells(table)
  const column = (key: string, label: string, render: Column<ApiKeyRead>['render']) => ({
    key,
    label,
    render,
    wraps: true,
  })
  const named = { ...column('name', t('apiKeys.name'), name), fixed: true }
  if (!narrow) {
    return [
      named,
      column('owner', t('apiKeys.owner'), owner),
      column('scope', t('apiKeys.scope'), scope),
      column('sites', t('person.sites'), sites),
      column('expires', t('apiKeys.lastDay'), expires),
      column('used', t('apiKeys.lastUsed'), used),
      column('state', t('apiKeys.state'), state),
      { ...column('act', t('apiKeys.act'), act), pinned: true },
    ]
  }
  return [
    named,
    column('owner', t('apiKeys.owner'), (key) => (
      <>
        {owner(key)}
        <LineBelow>
          {scope(key)}
          <br />
          {sites(key)}
        </LineBelow>
      </>
    )),
    column('expires', t('apiKeys.lastDay'), (key) => (
      <>
        {expires(key)}
        <LineBelow>
          {t('apiKeys.lastUsed')}: {used(key)}
        </LineBelow>
      </>
    )),
    column('state', t('apiKeys.state'), (key) => (
      <Stack gap={6} align="flex-start">
        {state(key)}
        {key.revoked_at === null && act(key)}
      </Stack>
    )),
  ]
}

function cells({ open: { workspace, sites }, people, onRevoke }: KeyTable) {
  const ownerOf = ({ owner_user_id: id }: ApiKeyRead) => people.find((one) => one.id === id)
  return {
    name: ({ name, prefix }: ApiKeyRead) => (
      <>
        {name}
        <LineBelow>
          <code>{prefix}…</code>
        </LineBelow>
      </>
    ),
    owner: (key: ApiKeyRead) => ownerOf(key)?.name ?? '–',
    scope: ({ scope }: ApiKeyRead) => t(`scope.${scope}`),
    sites: ({ site_ids: ids }: ApiKeyRead) =>
      ids === null ? t('apiKeys.ownersSites') : sitesInWords(ids, sites),
    expires: ({ expires_at: at }: ApiKeyRead) =>
      at === null ? t('apiKeys.noEnd') : formatDate(lastDayOf(at, workspace.timezone)),
    used: ({ last_used_at: at }: ApiKeyRead) =>
      at === null ? t('apiKeys.notUsed') : <InstantText at={at} />,
    state: (key: ApiKeyRead) => (
      <div>
        <LookBadge look={keyLook(key, ownerOf(key), new Date())} />
        {key.revoked_at !== null && (
          <LineBelow>
            <InstantText at={key.revoked_at} />
          </LineBelow>
        )}
      </div>
    ),
    act: (key: ApiKeyRead) =>
      key.revoked_at === null ? (
        <Button
          variant="default"
          size="xs"
          aria-label={t('apiKeys.revokeNamed', { name: key.name })}
          onClick={() => onRevoke(key)}
        >
          {t('apiKeys.revoke')}
        </Button>
      ) : (
        '–'
      ),
  }
}
