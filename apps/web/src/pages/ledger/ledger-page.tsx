import { Anchor, Button, CopyButton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { KeptLedgerCheckpoint, LedgerCheckpoint, LedgerKey } from '@plumbline/contract'
import { formatCount } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import type { Column } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { TablePages } from '../../components/data-table/table-pages.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { saveFile } from '../../components/download/save-file.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkButton } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { checkpointQuery, storedCheckpointsQuery, ledgerKeyQuery } from '../../queries/ledger.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './ledger-page.module.css'
import { VerifyPanel } from './verify-panel.tsx'

/** The ledger: its size, signed checkpoints, verification, and instructions for third parties. */
export function LedgerPage() {
  const open = useWorkspace()
  const { workspaceId } = open
  return (
    <Page
      title={t('ledgerPage.title')}
      subtitle={t('ledgerPage.subtitle')}
      actions={
        may.manageAll(open) && (
          <LinkButton
            to="/w/$workspaceId/activity"
            params={{ workspaceId }}
            variant="default"
            leftSection={<Icon name="history" size={18} />}
          >
            {t('activityLog.title')}
          </LinkButton>
        )
      }
    >
      <div className={styles.columns}>
        <div className={styles.column}>
          <VerifyPanel />
          <CheckpointsPanel />
        </div>
        <div className={styles.column}>
          <StatePanel />
          <OutsiderPanel />
        </div>
      </div>
    </Page>
  )
}

const saveCheckpoint = ({ size, checkpoint }: { size: number; checkpoint: string }) =>
  saveFile(`ledger-checkpoint-${size}.txt`, checkpoint, 'text/plain;charset=utf-8')

/** Size and root now, the note that is worth keeping elsewhere, and the key that it is checked with. */
function StatePanel() {
  const { workspaceId } = useWorkspace()
  const { data: present, error } = useQuery(checkpointQuery(workspaceId))
  const { data: key } = useQuery(ledgerKeyQuery(workspaceId))
  return (
    <Panel title={t('ledgerPage.present')}>
      <ErrorSummary error={error} />
      {!present && !error && <DelayedSkeleton lines={4} />}
      {present && (
        <>
          <StateFacts present={present} ledgerKey={key} />
          <StateActions present={present} vkey={key?.vkey} />
          <Text size="sm" c="dimmed" mt="sm">
            {t('ledgerPage.keepElsewhere')}
          </Text>
        </>
      )}
    </Panel>
  )
}

interface StateFactsProps {
  present: LedgerCheckpoint
  /** The key that checkpoints are checked with, once it was read. */
  ledgerKey: LedgerKey | undefined
}

function StateFacts({ present, ledgerKey }: StateFactsProps) {
  return (
    <dl className={styles.facts}>
      <dt>{t('ledgerPage.size')}</dt>
      <dd>{formatCount(present.size)}</dd>
      <dt>{t('ledgerPage.root')}</dt>
      <dd className={styles.hash}>{present.root}</dd>
      {ledgerKey && (
        <>
          <dt>{t('ledgerPage.key')}</dt>
          <dd className={styles.hash}>{ledgerKey.vkey}</dd>
          {ledgerKey.former_keys.map(({ vkey, until_size: untilSize }) => (
            <Fragment key={vkey}>
              <dt>{t('ledgerPage.formerKey', { size: formatCount(untilSize) })}</dt>
              <dd className={styles.hash}>{vkey}</dd>
            </Fragment>
          ))}
        </>
      )}
    </dl>
  )
}

interface StateActionsProps {
  present: LedgerCheckpoint
  vkey: string | undefined
}

function StateActions({ present, vkey }: StateActionsProps) {
  return (
    <div className={styles.actions}>
      <Button
        leftSection={<Icon name="download" size={18} />}
        variant="default"
        onClick={() => saveCheckpoint(present)}
      >
        {t('ledger.saveCheckpoint')}
      </Button>
      {vkey !== undefined && (
        <CopyButton value={vkey}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('ledgerPage.keyCopied') : t('ledgerPage.copyKey')}
            </Button>
          )}
        </CopyButton>
      )}
    </div>
  )
}

/** Rows of one page of checkpoints. */
const ROWS = 10

function CheckpointsPanel() {
  const { workspaceId } = useWorkspace()
  const { page = 1 } = useSearch({ from: '/w/$workspaceId/ledger' })
  const navigate = useNavigate({ from: '/w/$workspaceId/ledger' })
  const { data, error, isPlaceholderData } = useQuery(
    storedCheckpointsQuery(workspaceId, ROWS, (page - 1) * ROWS),
  )
  return (
    <Panel title={t('ledgerPage.checkpoints')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('ledgerPage.checkpointsHint')}
      </Text>
      <DataTable
        stacks
        caption={t('ledgerPage.checkpoints')}
        columns={checkpointColumns()}
        rows={data?.data}
        rowKey={({ size }) => String(size)}
        stale={isPlaceholderData}
        error={error}
        empty={<EmptyState title={t('ledgerPage.noCheckpoint')} hint={t('ledgerPage.noCheckpointHint')} />}
      />
      <TablePages
        page={page}
        limit={ROWS}
        total={data?.pagination.total}
        onPage={(to) => void navigate({ search: (before) => ({ ...before, page: to }) })}
      />
    </Panel>
  )
}

function checkpointColumns(): Column<KeptLedgerCheckpoint>[] {
  return [
    { key: 'at', label: t('ledgerPage.keptAt'), render: ({ at }) => <InstantText at={at} /> },
    { key: 'size', label: t('ledgerPage.size'), align: 'right', render: ({ size }) => formatCount(size) },
    {
      key: 'root',
      label: t('ledgerPage.root'),
      gives: 'most',
      render: ({ root }) => <span className={styles.short}>{root}</span>,
    },
    {
      key: 'save',
      label: t('ledgerPage.file'),
      pinned: true,
      render: (row) => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('ledgerPage.saveOf', { size: formatCount(row.size) })}
          onClick={() => saveCheckpoint(row)}
        >
          {t('documents.download')}
        </Button>
      ),
    },
  ]
}

/** Instructions for people who trust neither the server nor its operator. */
function OutsiderPanel() {
  return (
    <Panel title={t('ledgerPage.outsider')}>
      <ol className={styles.steps}>
        <li>{t('ledgerPage.outsiderKeep')}</li>
        <li>
          {t('ledgerPage.outsiderRecord')}
          <Anchor href="/verify/offline" target="_blank" fz="inherit" className={styles.verifier}>
            {t('ledger.verifier')}
          </Anchor>
        </li>
        <li>
          {t('ledgerPage.outsiderWhole')} <code>plumbline ledger export</code>,{' '}
          <code>plumbline-ledger-verify</code> <span className={styles.doc}>(docs/ledger.md)</span>
        </li>
      </ol>
    </Panel>
  )
}
