import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  AppDocument,
  CalibrationDetails,
  CalibrationRecord,
  CalibrationRecordWithMeasurements,
  CertificateVerification,
  LedgerProof,
} from '@plumbline/contract'
import { isNotFound } from '../../api/index.ts'
import { dateInZone, formatBytes, formatDate, formatInstant, zoneName } from '../../base/formats.ts'
import { type MessageKey, t, tIfKnown } from '../../base/messages.ts'
import { light } from '../../base/palette.ts'
import { variablesOf } from '../../base/theme.ts'
import { RecordSheet } from '../../components/calibration-record/record-sheet.tsx'
import { RecordWarnings } from '../../components/calibration-record/record-warnings.tsx'
import { InstantText } from '../../components/date-text.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { HysteresisTable } from '../../components/points/hysteresis-table.tsx'
import { PointsHead } from '../../components/points/points-head.tsx'
import { PrintedPoints } from '../../components/points/points-table.tsx'
import { PointsWarning } from '../../components/points/points-warning.tsx'
import { WarningsNotice } from '../../components/points/warning-list.tsx'
import { RecordBadge } from '../../components/status/status-badge.tsx'
import {
  attachedQuery,
  calibrationQuery,
  detailsQuery,
  verificationQuery,
} from '../../queries/calibrations.ts'
import { proofQuery } from '../../queries/ledger.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { PrintTable } from './print-table.tsx'
import { PublicPage } from './public-page.tsx'
import { RecordHistory } from './record-history.tsx'
import { RecordProof } from './record-proof.tsx'
import { type RelatedRecord, useRelatedRecords } from './related-records.ts'
import styles from './record-print.module.css'

/** Paper is light, whatever the screen is. */
const paper = variablesOf(light)

/** A record as an auditor takes it along: the sheet, its history, its signatures and its proof on one page. */
export function RecordPrintPage() {
  const { workspaceId } = useWorkspace()
  const { calibrationId } = useParams({ from: '/w/$workspaceId/calibrations/$calibrationId/print' })
  const { marker, whole, error } = useWholeRecord(calibrationId)
  if (isNotFound(error)) return <NotFoundPage />
  if (marker) return <OfVoided marker={marker} />
  return (
    <Page
      title={t('recordPrint.title')}
      back={
        <LinkAnchor
          to="/w/$workspaceId/calibrations/$calibrationId"
          params={{ workspaceId, calibrationId }}
          size="sm"
          className="screen-only"
        >
          ← {t('recordPrint.back')}
        </LinkAnchor>
      }
      actions={
        <Button leftSection={<Icon name="print" size={18} />} disabled={!whole} onClick={() => print()}>
          {t('worklist.printVerb')}
        </Button>
      }
    >
      {error && <ErrorSummary error={error} />}
      {!error && !whole && <DelayedSkeleton lines={12} />}
      {whole && <Paper {...whole} />}
    </Page>
  )
}

/** Returns everything on the printed record once all of it is loaded; for a void, only its marker. */
function useWholeRecord(calibrationId: string) {
  const { workspaceId } = useWorkspace()
  const record = useQuery(calibrationQuery(workspaceId, calibrationId))
  const enabled = record.data !== undefined && record.data.record_type !== 'void'
  const details = useQuery({ ...detailsQuery(workspaceId, calibrationId), enabled })
  const proof = useQuery({ ...proofQuery(workspaceId, calibrationId), enabled })
  const verification = useQuery({ ...verificationQuery(workspaceId, calibrationId), enabled })
  const documents = useQuery({ ...attachedQuery(workspaceId, calibrationId), enabled })
  const related = useRelatedRecords(record.data, details.data)
  const parts = [record, details, proof, verification, documents, related]
  const error = parts.find((part) => part.error)?.error
  const whole = record.data &&
    details.data &&
    proof.data &&
    verification.data &&
    documents.data &&
    related.records && {
      record: record.data,
      details: details.data,
      proof: proof.data,
      verification: verification.data,
      documents: documents.data,
      related: related.records,
    }
  return { marker: record.data?.record_type === 'void' ? record.data : undefined, whole, error }
}

/** The marker of a void belongs to the record that it voids; on paper it is in the history of that one. */
function OfVoided({ marker }: { marker: CalibrationRecord }) {
  const { workspaceId } = useWorkspace()
  if (marker.voids_id === null) return <NotFoundPage />
  return (
    <Navigate
      to="/w/$workspaceId/calibrations/$calibrationId/print"
      params={{ workspaceId, calibrationId: marker.voids_id }}
      replace
    />
  )
}

interface PaperProps {
  record: CalibrationRecordWithMeasurements
  details: CalibrationDetails
  proof: LedgerProof
  verification: CertificateVerification
  documents: readonly AppDocument[]
  related: readonly RelatedRecord[]
}

function Paper({ record, details, proof, verification, documents, related }: PaperProps) {
  return (
    <div className={styles.paper} style={paper}>
      {/* The one way to have browsers repeat a head on each sheet of paper. */}
      <table role="presentation" className={styles.sheet}>
        <thead>
          <tr>
            <td>
              <RunningHead record={record} details={details} />
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <div className={styles.notices}>
                <HoldsNot record={record} />
                <RecordWarnings record={record} unitOfMeasure={details.as_recorded.unit_of_measure} />
                <PointsWarning record={record} />
                <WarningsNotice record={record} />
              </div>
              <RecordSheet record={record} details={details} />
              <RecordPoints record={record} />
              <RecordDocuments documents={documents} />
              <RecordHistory record={record} details={details} related={related} />
              <PublicPage record={record} verification={verification} />
              <RecordProof record={record} details={details} proof={proof} />
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** States at the top that a record does not count, because paper has no context. */
function HoldsNot({ record: { status, approval_status: decision } }: Pick<PaperProps, 'record'>) {
  const details = status !== null && status !== 'current' ? status : decision
  const words = details === null ? undefined : notHolding[details]
  return words && <Notice tone="bad" title={t(words)} />
}

const notHolding: Readonly<Record<string, MessageKey>> = {
  voided: 'recordStatus.voided',
  superseded: 'recordStatus.superseded',
  rejected: 'recordStatus.rejected',
  pending: 'recordStatus.pending',
}

/** The running header: subject, date, status, and who printed it when. */
function RunningHead({ record, details }: Pick<PaperProps, 'record' | 'details'>) {
  const { workspace, session } = useWorkspace()
  const [now] = useState(() => new Date().toISOString())
  const { asset_tag: tag, name } = details.as_recorded
  const zone = workspace.timezone
  return (
    <div className={styles.head}>
      <p>
        <strong>{[tag, name].filter(Boolean).join(' · ')}</strong>
        {record.performed_at !== null && ` · ${formatDate(dateInZone(record.performed_at, zone))}`}{' '}
        <RecordBadge record={record} />
      </p>
      <p>
        {t('recordPrint.printed', {
          at: formatInstant(now, zone),
          zone: zoneName(zone, now),
          name: session.user.name,
        })}
      </p>
    </div>
  )
}

/** The documents of a record including archived ones, with the hash that identifies copies of each file. */
function RecordDocuments({ documents }: { documents: readonly AppDocument[] }) {
  if (documents.length === 0) return null
  return (
    <PrintTable
      title={t('nav.documents')}
      heads={[t('recordPrint.file'), t('documents.type'), t('documents.size'), t('documents.when')]}
      className={styles.documents}
    >
      {documents.map((document) => (
        <DocumentRow key={document.id} document={document} />
      ))}
    </PrintTable>
  )
}

function DocumentRow({ document }: { document: AppDocument }) {
  const { file_name: name, document_type: type, content_type: contentType, uploaded_by_name: by } = document
  const kind = type === null ? undefined : (tIfKnown(`documentType.${type}`) ?? type)
  return (
    <tr>
      <th scope="row">
        {name ?? '–'}
        {document.is_archived && ` · ${t('documents.isArchived')}`}
        <div className={styles.hash}>{document.sha256}</div>
      </th>
      <td>{[kind, fileFormat(contentType)].filter(Boolean).join(', ')}</td>
      <td>{formatBytes(document.size_bytes)}</td>
      <td>
        <InstantText at={document.uploaded_at} named />
        {by !== null && <div>{by}</div>}
      </td>
    </tr>
  )
}

/** Returns the common name of a format, such as PDF; undefined if unknown. */
function fileFormat(contentType: string): string | undefined {
  return contentType === 'application/octet-stream' ? undefined : contentType.split('/')[1]?.toUpperCase()
}

/** All points of a printed record, with all repeated readings; nothing for a record without points. */
function RecordPoints({ record }: { record: CalibrationRecordWithMeasurements }) {
  const { measurements } = record
  if (measurements.length === 0) return null
  return (
    <section>
      <Title order={3} className={styles.partTitle}>
        {t('point.title')}
      </Title>
      <PointsHead record={record} />
      <PrintedPoints measurements={measurements} />
      <HysteresisTable measurements={measurements} />
    </section>
  )
}
