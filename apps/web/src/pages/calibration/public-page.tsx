import { Button, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { CalibrationRecord, CertificateVerification } from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { Notice } from '../../components/notice.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { showToast } from '../../components/toast.tsx'
import { verificationQuery } from '../../queries/calibrations.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './record-print.module.css'
import { whyNoCertificate } from './why-no-certificate.ts'

/** A QR code with the public page of the certificate, which shows the current status of the record. */
export function PublicPage({
  record,
  verification: { page },
}: {
  record: CalibrationRecord
  verification: CertificateVerification
}) {
  const { workspace } = useWorkspace()
  if (page === null) return whyNoCertificate(record) === undefined && <NotIssued record={record} />
  const issuedOn = formatDate(dateInZone(page.issued_at, workspace.timezone))
  return (
    <section className={styles.publicPage}>
      <Title order={3} className={styles.partTitle}>
        {t('calibration.certificate')}
      </Title>
      <div className={styles.scan}>
        <QrCode qr={page.qr} label={t('recordPrint.qr')} className={styles.qr} />
        <div>
          <p>{t('recordPrint.certificate', { number: page.certificate_number, date: issuedOn })}</p>
          <p>{t('recordPrint.scan')}</p>
          <p className={styles.address}>{page.url}</p>
        </div>
      </div>
    </section>
  )
}

/** Shown on screen only: printing does not issue a certificate, so it must be issued first to get the code. */
function NotIssued({ record: { id } }: { record: CalibrationRecord }) {
  const { api, workspaceId, role } = useWorkspace()
  const queries = useQueryClient()
  const { busy, error, attempt } = useAttempt()
  const make = () =>
    attempt(async () => {
      await api.getCalibrationCertificate({ params: { calibration_id: id } })
      showToast(t('recordPrint.certificateMade'))
      await queries.invalidateQueries(verificationQuery(workspaceId, id))
    })
  return (
    <div className={`screen-only ${styles.notIssued}`}>
      <Notice title={t('recordPrint.noCertificate')}>
        <p>{t('recordPrint.noCertificateHint')}</p>
        <ErrorSummary error={error} />
        {may.write(role) && (
          <Button variant="default" size="xs" loading={busy} onClick={() => void make()}>
            {t('recordPrint.makeCertificate')}
          </Button>
        )}
      </Notice>
    </div>
  )
}
