import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  AppDocument,
  CalibrationRecord,
  CalibrationStanding,
  CertificateVerification,
  LedgerProof,
} from '@plumbline/contract'
import { isNotThere } from '../../api.ts'
import { RecordSheet } from '../../components/calibration-record/record-sheet.tsx'
import { RecordWarnings } from '../../components/calibration-record/record-warnings.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { RecordBadge } from '../../components/status/status-badge.tsx'
import { dateInZone, formatDate, formatInstant, zoneName } from '../../formats.ts'
import { t, type MessageKey } from '../../messages.ts'
import { light } from '../../palette.ts'
import {
  attachedQuery,
  calibrationQuery,
  standingQuery,
  verificationQuery,
} from '../../queries/calibrations.ts'
import { proofQuery } from '../../queries/ledger.ts'
import { variablesOf } from '../../theme.ts'
import { useWorkspace } from '../../workspace.ts'
import { PublicPage } from './public-page.tsx'
import { RecordDocuments } from './record-documents.tsx'
import styles from './record-print.module.css'
import { RecordProof } from './record-proof.tsx'
import { RecordStory } from './record-story.tsx'
import { useRelatedRecords, type RelatedRecord } from './related-records.ts'

/** Paper is light, whatever the screen is. */
const paper = variablesOf(light)

/** A record as an auditor takes it along: the sheet, its story, its signatures and its proof on one page. */
export function RecordPrintPage() {
  const { workspaceId } = useWorkspace()
  const { calibrationId } = useParams({ from: '/w/$workspaceId/calibrations/$calibrationId/print' })
  const record = useQuery(calibrationQuery(workspaceId, calibrationId))
  const enabled = record.data !== undefined && record.data.record_type !== 'void'
  const standing = useQuery({ ...standingQuery(workspaceId, calibrationId), enabled })
  const proof = useQuery({ ...proofQuery(workspaceId, calibrationId), enabled })
  const verification = useQuery({ ...verificationQuery(workspaceId, calibrationId), enabled })
  const documents = useQuery({ ...attachedQuery(workspaceId, calibrationId), enabled })
  const related = useRelatedRecords(record.data, standing.data)
  const parts = [record, standing, proof, verification, documents, related]
  const error = parts.find((part) => part.error)?.error
  if (isNotThere(error)) return <NotFoundPage />
  if (record.data?.record_type === 'void') return <OfVoided marker={record.data} />
  const whole = record.data &&
    standing.data &&
    proof.data &&
    verification.data &&
    documents.data &&
    related.records && {
      record: record.data,
      standing: standing.data,
      proof: proof.data,
      verification: verification.data,
      documents: documents.data,
      related: related.records,
    }
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

/** The marker of a void tells of the record that it voids; on paper it stands in the story of that one. */
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
  record: CalibrationRecord
  standing: CalibrationStanding
  proof: LedgerProof
  verification: CertificateVerification
  documents: readonly AppDocument[]
  related: readonly RelatedRecord[]
}

function Paper({ record, standing, proof, verification, documents, related }: PaperProps) {
  return (
    <div className={styles.paper} style={paper}>
      {/* The one way to have browsers repeat a head on each sheet of paper. */}
      <table role="presentation" className={styles.sheet}>
        <thead>
          <tr>
            <td>
              <RunningHead record={record} standing={standing} />
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <div className={styles.notices}>
                <HoldsNot record={record} />
                <RecordWarnings record={record} unitOfMeasure={standing.as_recorded.unit_of_measure} />
              </div>
              <RecordSheet record={record} standing={standing} />
              <RecordDocuments documents={documents} />
              <RecordStory standing={standing} related={related} />
              <PublicPage record={record} verification={verification} />
              <RecordProof record={record} standing={standing} proof={proof} />
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** Paper lies about without the pages around it: what does not count says so on top. */
function HoldsNot({ record: { status, approval_status: decision } }: Pick<PaperProps, 'record'>) {
  const standing = status !== null && status !== 'current' ? status : decision
  const words = standing === null ? undefined : notHolding[standing]
  return words && <Notice tone="bad" title={t(words)} />
}

const notHolding: Readonly<Record<string, MessageKey>> = {
  voided: 'standing.voided',
  superseded: 'standing.superseded',
  rejected: 'standing.rejected',
  pending: 'standing.pending',
}

/** Of what, of when, how it stands, and who printed it when. */
function RunningHead({ record, standing }: Pick<PaperProps, 'record' | 'standing'>) {
  const { workspace, session } = useWorkspace()
  const [now] = useState(() => new Date().toISOString())
  const { asset_tag: tag, name } = standing.as_recorded
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
