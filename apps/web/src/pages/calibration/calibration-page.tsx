import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { CalibrationRecord, CalibrationStanding } from '@plumbline/contract'
import { isNotThere } from '../../api.ts'
import { RecordSheet } from '../../components/calibration-record/record-sheet.tsx'
import { RecordWarnings } from '../../components/calibration-record/record-warnings.tsx'
import { AttachedDocuments } from '../../components/documents/attached-documents.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor, LinkButton } from '../../components/links.tsx'
import { NotFoundPage } from '../../components/not-found-page.tsx'
import { Page } from '../../components/page.tsx'
import { RecordBadge, ResultBadge } from '../../components/status/status-badge.tsx'
import { t } from '../../messages.ts'
import { calibrationQuery, standingQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../workspace.ts'
import styles from './calibration-page.module.css'
import { CertificatePanel } from './certificate-panel.tsx'
import { Comparisons } from './comparisons.tsx'
import { LedgerPanel } from './ledger-panel.tsx'
import { MarkerPage } from './marker-page.tsx'
import { RecordActs } from './record-acts.tsx'
import { OvertakenNotice, StandingNotices } from './record-notices.tsx'

/** One record of the ledger: as on paper, what can be done about it, and where it is proved. */
export function CalibrationPage() {
  const { workspaceId } = useWorkspace()
  const { calibrationId } = useParams({ from: '/w/$workspaceId/calibrations/$calibrationId' })
  const record = useQuery(calibrationQuery(workspaceId, calibrationId))
  const isCalibration = record.data !== undefined && record.data.record_type !== 'void'
  const standing = useQuery({ ...standingQuery(workspaceId, calibrationId), enabled: isCalibration })
  const error = record.error ?? standing.error
  if (isNotThere(error)) return <NotFoundPage />
  if (record.data?.record_type === 'void') return <MarkerPage marker={record.data} />
  if (record.data === undefined || standing.data === undefined) {
    return (
      <Page title={t('calibration.title')}>
        {error ? <ErrorSummary error={error} /> : <DelayedSkeleton lines={12} />}
      </Page>
    )
  }
  return <Calibration key={calibrationId} record={record.data} standing={standing.data} />
}

function Calibration({ record, standing }: { record: CalibrationRecord; standing: CalibrationStanding }) {
  const { workspaceId } = useWorkspace()
  const [overtaken, setOvertaken] = useState<{ typed: string }>()
  const { asset_tag, name, unit_of_measure } = standing.as_recorded
  return (
    <Page
      title={t('calibration.of', { tag: asset_tag ?? name })}
      aside={
        <>
          <ResultBadge result={record.result} />
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
      actions={
        <>
          <LinkButton
            to="/w/$workspaceId/calibrations/$calibrationId/print"
            params={{ workspaceId, calibrationId: record.id }}
            variant="default"
            leftSection={<Icon name="print" size={18} />}
          >
            {t('recordPrint.link')}
          </LinkButton>
          <RecordActs record={record} standing={standing} onOvertaken={(typed) => setOvertaken({ typed })} />
        </>
      }
    >
      <div className={styles.notices}>
        {overtaken && <OvertakenNotice record={record} standing={standing} typed={overtaken.typed} />}
        <StandingNotices record={record} standing={standing} />
        <RecordWarnings record={record} unitOfMeasure={unit_of_measure} />
      </div>
      <div className={styles.columns}>
        <div className={styles.main}>
          <RecordSheet record={record} standing={standing} />
          <AttachedDocuments record={record} />
          <Comparisons record={record} standing={standing} />
        </div>
        <div className={styles.side}>
          <CertificatePanel record={record} />
          <LedgerPanel record={record} standing={standing} />
        </div>
      </div>
    </Page>
  )
}
