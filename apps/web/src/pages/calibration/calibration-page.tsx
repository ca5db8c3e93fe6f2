import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type {
  CalibrationDetails,
  CalibrationRecord,
  CalibrationRecordWithMeasurements,
} from '@plumbline/contract'
import { isNotFound } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { Comparisons } from '../../components/calibration-record/comparisons.tsx'
import { ConflictNotice, RecordNotices } from '../../components/calibration-record/record-notices.tsx'
import { RecordSheet } from '../../components/calibration-record/record-sheet.tsx'
import { RecordWarnings } from '../../components/calibration-record/record-warnings.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { AttachedDocuments } from '../../components/documents/attached-documents.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FindingOfRecord } from '../../components/finding/open-finding-notice.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { PointsPanel } from '../../components/points/points-panel.tsx'
import { PointsWarning } from '../../components/points/points-warning.tsx'
import { WarningsNotice } from '../../components/points/warning-list.tsx'
import { RecordBadge, ResultBadge } from '../../components/status/status-badge.tsx'
import { calibrationQuery, detailsQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { CertificatePanel } from './certificate-panel.tsx'
import { LedgerPanel } from './ledger-panel.tsx'
import { RecordActions } from './record-actions.tsx'
import styles from './calibration-page.module.css'

/** Most records have no points, and those that have some can be read before their chart is there. */
const PointChartPanel = lazy(() => import('../../components/point-chart/point-chart-panel.tsx'))

/** A calibration record: its content, the available actions, and its proof in the ledger. */
export function CalibrationPage() {
  const { workspaceId } = useWorkspace()
  const { calibrationId } = useParams({ from: '/w/$workspaceId/calibrations/$calibrationId' })
  const record = useQuery(calibrationQuery(workspaceId, calibrationId))
  // Loaded in parallel with the record, because nearly all records have points; void markers have none.
  const isMarker = record.data?.record_type === 'void'
  const details = useQuery({ ...detailsQuery(workspaceId, calibrationId), enabled: !isMarker })
  const error = isMarker ? record.error : (record.error ?? details.error)
  if (isNotFound(error)) return <NotFoundPage />
  if (record.data?.record_type === 'void') return <MarkerPage marker={record.data} />
  if (record.data === undefined || details.data === undefined) {
    return (
      <Page title={t('calibration.title')}>
        {error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={12} />}
      </Page>
    )
  }
  return <Calibration key={calibrationId} record={record.data} details={details.data} />
}

interface RecordProps {
  record: CalibrationRecordWithMeasurements
  details: CalibrationDetails
}

function Calibration(props: RecordProps) {
  const { record, details } = props
  const { workspaceId } = useWorkspace()
  const [overtaken, setOvertaken] = useState<{ typed: string }>()
  const { asset_tag, name, unit_of_measure } = details.as_recorded
  return (
    <Page
      title={t('calibration.of', { tag: asset_tag ?? name })}
      aside={
        <>
          {record.is_starting_record !== true && <ResultBadge result={record.result} />}
          <RecordBadge record={record} />
        </>
      }
      subtitle={name}
      back={
        <LinkAnchor
          to="/w/$workspaceId/instruments/$instrumentId"
          params={{ workspaceId, instrumentId: record.instrument_id }}
          size="sm"
        >
          ← {asset_tag ?? name}
        </LinkAnchor>
      }
      actions={<Actions {...props} onOvertaken={(typed) => setOvertaken({ typed })} />}
    >
      <div className={styles.notices}>
        {overtaken && <ConflictNotice record={record} details={details} typed={overtaken.typed} />}
        <RecordNotices record={record} details={details} />
        <RecordWarnings record={record} unitOfMeasure={unit_of_measure} />
        <PointsWarning record={record} />
        <WarningsNotice record={record} />
        <FindingOfRecord recordId={record.id} />
      </div>
      <Parts {...props} />
    </Page>
  )
}

/** The record, with its certificate and its position in the ledger; points use the full width. */
function Parts(props: RecordProps) {
  const { record } = props
  const hasPoints = record.measurements.length > 0
  const rest = (
    <>
      <AttachedDocuments record={record} />
      <Comparisons {...props} />
    </>
  )
  return (
    <>
      <div className={styles.columns}>
        <div className={styles.main}>
          <RecordSheet {...props} />
          {hasPoints && (
            <Suspense fallback={<DelayedSkeleton lines={6} height={40} />}>
              <PointChartPanel measurements={record.measurements} />
            </Suspense>
          )}
          {!hasPoints && rest}
        </div>
        <div className={styles.side}>
          <CertificatePanel record={record} />
          <LedgerPanel {...props} />
        </div>
      </div>
      {hasPoints && (
        <div className={styles.whole}>
          <PointsPanel record={record} />
          {rest}
        </div>
      )}
    </>
  )
}

/** Links to traceability and the printed record, and the available actions. */
function Actions({ record, ...rest }: RecordProps & { onOvertaken: (typed: string) => void }) {
  return (
    <>
      <ChainLink record={record} />
      <PrintLink id={record.id} />
      <RecordActions record={record} {...rest} />
    </>
  )
}

function ChainLink({ record }: Pick<RecordProps, 'record'>) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkButton
      to="/w/$workspaceId/instruments/$instrumentId/traceability"
      params={{ workspaceId, instrumentId: record.instrument_id }}
      search={{ calibration: record.id }}
      variant="default"
    >
      {t('traceability.link')}
    </LinkButton>
  )
}

function PrintLink({ id }: { id: string }) {
  const { workspaceId } = useWorkspace()
  return (
    <LinkButton
      to="/w/$workspaceId/calibrations/$calibrationId/print"
      params={{ workspaceId, calibrationId: id }}
      variant="default"
      leftSection={<Icon name="print" size={18} />}
    >
      {t('recordPrint.link')}
    </LinkButton>
  )
}

/** The marker by which a record was voided: who, when, why, and the way to the record. */
function MarkerPage({ marker }: { marker: CalibrationRecord }) {
  const { workspaceId } = useWorkspace()
  return (
    <Page title={t('marker.title')}>
      <Panel title={t('marker.reason')}>
        <p>{marker.notes}</p>
        <p>
          <InstantText at={marker.performed_at} named /> · {marker.performed_by}
        </p>
        {marker.voids_id !== null && (
          <LinkAnchor
            to="/w/$workspaceId/calibrations/$calibrationId"
            params={{ workspaceId, calibrationId: marker.voids_id }}
          >
            {t('marker.toRecord')}
          </LinkAnchor>
        )}
      </Panel>
    </Page>
  )
}
