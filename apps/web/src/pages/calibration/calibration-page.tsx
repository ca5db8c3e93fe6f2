import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CalibrationRecord } from '@plumbline/contract'
import { APP_API } from '../../api.ts'
import { InstantText } from '../../components/date-text.tsx'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { LinkAnchor } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { RecordBadge, ResultBadge } from '../../components/status/status-badge.tsx'
import { t } from '../../messages.ts'
import { calibrationQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../workspace.ts'
import styles from '../instrument/instrument-page.module.css'

/** A calibration record as it stands in the ledger, exactly as recorded. */
export function CalibrationPage() {
  const { workspaceId } = useWorkspace()
  const { calibrationId } = useParams({ from: '/w/$workspaceId/calibrations/$calibrationId' })
  const { data: record, error } = useQuery(calibrationQuery(workspaceId, calibrationId))
  if (error) return <ErrorSummary error={error} />
  if (!record) return <DelayedSkeleton lines={12} />
  return (
    <Page
      title={t('calibration.title')}
      actions={hasCertificate(record) && <CertificateButton record={record} />}
    >
      <Panel title={t('calibration.record')}>
        <Facts facts={outcomeOf(record)} />
      </Panel>
      <Panel title={t('calibration.measurement')}>
        <Facts facts={measurementOf(record)} />
      </Panel>
      <LinkAnchor
        to="/w/$workspaceId/instruments/$instrumentId"
        params={{ workspaceId, instrumentId: record.instrument_id }}
      >
        {t('calibration.toInstrument')}
      </LinkAnchor>
    </Page>
  )
}

/** Only an approved, current record that measured something has a certificate. */
function hasCertificate({ approval_status, status, is_starting_record }: CalibrationRecord): boolean {
  return approval_status === 'approved' && status === 'current' && is_starting_record !== true
}

function CertificateButton({ record }: { record: CalibrationRecord }) {
  const { workspaceId } = useWorkspace()
  const href = `${APP_API}/workspaces/${workspaceId}/calibrations/${record.id}/certificate`
  return (
    <Button component="a" href={href} download leftSection={<Icon name="download" size={18} />}>
      {t('calibration.certificate')}
    </Button>
  )
}

type Fact = readonly [label: string, value: ReactNode]

function outcomeOf(record: CalibrationRecord): Fact[] {
  return [
    [t('calibration.result'), <ResultBadge key="result" result={record.result} />],
    [t('calibration.standing'), <RecordBadge key="standing" record={record} />],
    [t('calibration.performedAt'), <InstantText key="at" at={record.performed_at} named />],
    [t('calibration.performedBy'), record.performed_by],
    [t('calibration.approvedBy'), record.approved_by],
    [t('calibration.rejectionReason'), record.rejection_reason],
    [t('calibration.justification'), record.out_of_tolerance_impact],
    [t('calibration.restriction'), record.restriction_notes],
    [t('calibration.notes'), record.notes],
  ]
}

function measurementOf(record: CalibrationRecord): Fact[] {
  return [
    [t('calibration.nominal'), record.nominal_value],
    [t('calibration.tolerance'), record.tolerance],
    [t('calibration.asFound'), record.as_found_reading],
    [t('calibration.asLeft'), record.as_left_reading],
    [t('calibration.uncertainty'), record.measurement_uncertainty],
    [t('calibration.decisionRule'), record.decision_rule],
    [t('calibration.conformity'), record.conformity_statement],
    [t('calibration.referenceStandard'), record.reference_standard],
    [t('calibration.traceability'), record.traceability_reference],
    [t('calibration.provider'), record.service_provider],
    [t('calibration.certificateNumber'), record.certificate_number],
    [t('calibration.temperature'), record.temperature],
    [t('calibration.humidity'), record.humidity],
  ]
}

/** Lines without a value take no room. */
function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
