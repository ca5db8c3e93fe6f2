import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import type { BulkChange, BulkChangeForecast } from '@plumbline/contract'
import { ApiFailure } from '../../api/index.ts'
import { formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { sentenceOf } from '../error-summary.tsx'
import { Notice } from '../notice.tsx'
import { ComplianceBadge } from '../status/status-badge.tsx'
import { BatchProgress } from '../batch-progress.tsx'
import type { BulkSubject } from '../../state/bulk-changes/bulk-run.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './bulk-change.module.css'
import { countsOf } from './bulk-report.ts'
import { RefusedRows } from './refused-rows.tsx'
import { useBatchRun, type BatchRun } from './use-batch-run.ts'

/** Maximum number of example rows. */
const EXAMPLES_MAX = 6

/** The preview of a bulk change, with counts and examples. */
export function BulkPreview({
  subject,
  change,
  isSending,
  shown,
  onRefused,
  onBack,
  onConfirm,
}: {
  subject: BulkSubject
  change: BulkChange
  /** Renders the rows instead of the default list of changing due dates and statuses. */
  shown?: (rows: readonly BulkChangeForecast[]) => ReactNode
  /** Whether the change is being sent to the server. */
  isSending: boolean
  onRefused: (failure: unknown) => void
  onBack: () => void
  onConfirm: () => void
}) {
  const batchRun = useForecasts(subject, change, onRefused)
  const { changes = 0, unchanged = 0 } = countsOf(batchRun.outcomes)
  const isWhole = batchRun.state === 'done'
  return (
    <Stack gap="md">
      {!isWhole && <Progress batchRun={batchRun} total={subject.total} />}
      <div role={isWhole ? 'status' : undefined}>
        <Counts changes={changes} unchanged={unchanged} />
      </div>
      {shown ? shown(batchRun.outcomes) : <Moves rows={batchRun.outcomes} />}
      <RefusedRows rows={batchRun.outcomes} title={(count) => t('bulk.cannotChange', { count })} />
      <Acts
        changes={isWhole ? changes : null}
        isBusy={batchRun.state === 'running' || isSending}
        onBack={onBack}
        onConfirm={onConfirm}
      />
    </Stack>
  )
}

/** Requests the preview in batches. If the change is invalid for every instrument, returns to the form. */
function useForecasts(
  subject: BulkSubject,
  change: BulkChange,
  onRefused: (failure: unknown) => void,
): BatchRun<BulkChangeForecast> {
  const { api } = useWorkspace()
  const batchRun = useBatchRun<BulkChangeForecast>(subject, async (ids) => {
    const body = { instrument_ids: ids, change }
    return (await api.previewBulkChange({ body })).results
  })
  const isRefused = batchRun.failure instanceof ApiFailure && batchRun.failure.status === 422
  useEffect(() => {
    if (isRefused) onRefused(batchRun.failure)
  }, [isRefused, batchRun.failure, onRefused])
  return batchRun
}

function Progress({ batchRun, total }: { batchRun: BatchRun<BulkChangeForecast>; total: number }) {
  return (
    <BatchProgress
      done={batchRun.outcomes.length}
      total={total}
      isRunning={batchRun.state === 'running'}
      onStop={batchRun.stop}
      onResume={batchRun.resume}
    >
      {batchRun.state === 'stopped' && batchRun.failure !== undefined && (
        <Notice tone="warning" live title={t('bulk.interrupted')}>
          {sentenceOf(batchRun.failure)}
        </Notice>
      )}
    </BatchProgress>
  )
}

/** The summary of the change, and the buttons to continue or go back. */
function Acts({
  changes,
  isBusy,
  onBack,
  onConfirm,
}: {
  /** Number of instruments that would change; null if not all have been examined. */
  changes: number | null
  isBusy: boolean
  onBack: () => void
  onConfirm: () => void
}) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('bulk.consequence')}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          {t('bulk.back')}
        </Button>
        <Button onClick={onConfirm} disabled={isBusy || changes === 0}>
          {changes === null ? t('bulk.verbAll') : t('bulk.verb', { count: changes })}
        </Button>
      </Group>
    </>
  )
}

function Counts({ changes, unchanged }: { changes: number; unchanged: number }) {
  return (
    <>
      <Text fw={600}>{t('bulk.wouldChange', { count: changes })}</Text>
      {unchanged > 0 && <Text size="sm">{t('bulk.alreadySo', { count: unchanged })}</Text>}
    </>
  )
}

/** The number of changing due dates and statuses, and the first examples. */
function Moves({ rows }: { rows: readonly BulkChangeForecast[] }) {
  const dates = rows.filter(({ before, after }) => before?.due_date !== after?.due_date)
  const tokens = rows.filter(({ before, after }) => before?.compliance_status !== after?.compliance_status)
  // The examples of changing dates can include examples of changing statuses.
  const first = [...tokens.slice(0, EXAMPLES_MAX), ...dates.slice(0, 2 * EXAMPLES_MAX)]
  const examples = [...new Set(first)].slice(0, EXAMPLES_MAX)
  if (examples.length === 0) return null
  return (
    <div>
      <Text size="sm">
        {[
          dates.length > 0 && t('bulk.datesMove', { count: dates.length }),
          tokens.length > 0 && t('bulk.tokensChange', { count: tokens.length }),
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
      <Examples rows={examples} />
    </div>
  )
}

function Examples({ rows }: { rows: readonly BulkChangeForecast[] }) {
  return (
    <table className={styles.examples}>
      <caption className="visually-hidden">{t('bulk.examples')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('bulk.example')}</th>
          <th scope="col">{t('bulk.now')}</th>
          <th scope="col">{t('bulk.then')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.instrument_id}>
            <th scope="row">{row.asset_tag}</th>
            <td>
              <State state={row.before} />
            </td>
            <td>
              <State state={row.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function State({ state }: { state: BulkChangeForecast['before'] }) {
  return (
    <span className={styles.state}>
      {state?.due_date ? formatDate(state.due_date) : t('bulk.noDueDate')}
      {state?.compliance_status && <ComplianceBadge token={state.compliance_status} />}
    </span>
  )
}
