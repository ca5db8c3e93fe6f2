import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { Traceability } from '@plumbline/contract'
import { isNotFound } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { traceabilityQuery } from '../../queries/traceability.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { ChainRecord } from './chain-record.tsx'
import styles from './traceability-page.module.css'

/** The traceability of a calibration, standard by standard, up to an external laboratory; can be printed. */
export function TraceabilityPage() {
  const { instrumentId } = useParams({ from: '/w/$workspaceId/instruments/$instrumentId/traceability' })
  const { calibration } = useSearch({ from: '/w/$workspaceId/instruments/$instrumentId/traceability' })
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(traceabilityQuery(workspaceId, instrumentId, calibration))
  if (isNotFound(error)) return <NotFoundPage />
  if (data === undefined) {
    return (
      <Page title={t('traceability.link')}>
        {error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={10} />}
      </Page>
    )
  }
  return <Chain chain={data} />
}

function Chain({ chain }: { chain: Traceability }) {
  const { workspaceId } = useWorkspace()
  const { instrument, records } = chain
  return (
    <Page
      title={t('traceability.title', { tag: instrument.asset_tag ?? instrument.name ?? '–' })}
      subtitle={[instrument.name, instrument.serial_number].filter(Boolean).join(' · ')}
      back={
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: instrument.id }}
          size="sm"
          className="screen-only"
        >
          ← {instrument.asset_tag ?? t('nav.instruments')}
        </LinkAnchor>
      }
      actions={
        records.length > 0 && (
          <Button variant="default" leftSection={<Icon name="print" size={18} />} onClick={() => print()}>
            {t('worklist.printVerb')}
          </Button>
        )
      }
    >
      {records.length === 0 ? (
        <EmptyState title={t('traceability.none')} hint={t('traceability.noneHint')} />
      ) : (
        <div className={styles.chain}>
          <Verdict chain={chain} />
          {records.map((record) => (
            <ChainRecord key={record.calibration_id} record={record} />
          ))}
        </div>
      )}
    </Page>
  )
}

/** Whether the chain is unbroken, and whether each standard was fit for use. */
function Verdict({ chain: { is_complete: isComplete, unfit_standards: unfit } }: { chain: Traceability }) {
  return (
    <>
      <Notice
        tone={isComplete ? 'good' : 'warning'}
        title={isComplete ? t('traceability.complete') : t('traceability.incomplete')}
      />
      {unfit > 0 && <Notice tone="warning" title={t('traceability.unfit', { count: unfit })} />}
    </>
  )
}
