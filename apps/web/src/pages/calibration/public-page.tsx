import { Button, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CalibrationRecord, CertificateVerification } from '@plumbline/contract'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Notice } from '../../components/notice.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { tell } from '../../components/told.tsx'
import { dateInZone, formatDate } from '../../formats.ts'
import { t } from '../../messages.ts'
import { verificationQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../workspace.ts'
import styles from './record-print.module.css'
import { whyNoCertificate } from './why-no-certificate.ts'

/** The way from the paper to how the record stands today: the public page of its certificate, as a code to scan. */
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

/** On the screen only: to print a record makes nothing, so who wants the code has the certificate made first. */
function NotIssued({ record: { id } }: { record: CalibrationRecord }) {
  const { api, workspaceId } = useWorkspace()
  const client = useQueryClient()
  const making = useMutation({
    mutationFn: () => api.file(`/calibrations/${id}/certificate`),
    onSuccess: async () => {
      tell(t('recordPrint.certificateMade'))
      await client.invalidateQueries(verificationQuery(workspaceId, id))
    },
  })
  return (
    <div className={`screen-only ${styles.notIssued}`}>
      <Notice title={t('recordPrint.noCertificate')}>
        <p>{t('recordPrint.noCertificateHint')}</p>
        {making.error && <ErrorSummary error={making.error} />}
        <Button variant="default" size="xs" loading={making.isPending} onClick={() => making.mutate()}>
          {t('recordPrint.makeCertificate')}
        </Button>
      </Notice>
    </div>
  )
}
