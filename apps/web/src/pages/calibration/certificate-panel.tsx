import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalibrationRecord } from '@plumbline/contract'
import { ApiFailure } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { useObjectUrl } from '../../components/documents/use-object-url.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { Panel } from '../../components/panel.tsx'
import { useWorkspace } from '../../state/workspace.ts'
import styles from './calibration-page.module.css'
import { whyNoCertificate } from './why-no-certificate.ts'

/** The certificate to view and download, or why there is none. */
export function CertificatePanel({ record }: { record: CalibrationRecord }) {
  const { api } = useWorkspace()
  const [shown, setShown] = useState(false)
  const missing = whyNoCertificate(record)
  if (missing !== undefined) {
    return (
      <Panel title={t('calibration.certificate')}>
        <Text size="sm">{t(missing)}</Text>
      </Panel>
    )
  }
  return (
    <Panel title={t('calibration.certificate')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('certificate.hint')}
      </Text>
      <Group gap="xs">
        <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('certificate.hide') : t('certificate.show')}
        </Button>
        <Button
          component="a"
          href={api.getCalibrationCertificate.url({ params: { calibration_id: record.id } })}
          download
          variant="default"
          leftSection={<Icon name="download" size={18} />}
        >
          {t('documents.download')}
        </Button>
      </Group>
      {shown && <Preview calibrationId={record.id} />}
    </Panel>
  )
}

/** Polling interval for a certificate that is being generated, and the maximum number of polls: two minutes in all. */
const PREPARING_POLL_MS = 3000
const PREPARING_POLLS_MAX = 40

function isInPreparation(failure: Error): boolean {
  return failure instanceof ApiFailure && failure.code === 'SERVICE_UNAVAILABLE'
}

/** Loaded only on demand, because the first request for a certificate issues it. */
function Preview({ calibrationId }: { calibrationId: string }) {
  const { api } = useWorkspace()
  const { data, error } = useQuery({
    queryKey: [api.workspaceId, 'certificate', calibrationId],
    queryFn: ({ signal }) =>
      api.getCalibrationCertificate({ params: { calibration_id: calibrationId }, signal }),
    staleTime: Infinity,
    gcTime: 0,
    // A certificate of many points is generated in the background and is there after a few seconds.
    retry: (count, failure) => isInPreparation(failure) && count < PREPARING_POLLS_MAX,
    retryDelay: PREPARING_POLL_MS,
  })
  const url = useObjectUrl(data, 'application/pdf')
  if (error) return <ErrorSummary error={error} />
  if (url === undefined) return <DelayedSkeleton lines={8} />
  // Browsers show no PDF in a sandbox. The certificate was created by this server.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe className={styles.certificate} src={url} title={t('calibration.certificate')} />
}
