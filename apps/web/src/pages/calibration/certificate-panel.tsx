import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalibrationRecord } from '@plumbline/contract'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Icon } from '../../components/icons.tsx'
import { useObjectUrl } from '../../components/use-object-url.ts'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import { Panel } from '../../components/panel.tsx'
import styles from './calibration-page.module.css'
import { whyNoCertificate } from './why-no-certificate.ts'

/** The certificate to look at and to keep, or why there is none. */
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
  const path = `/calibrations/${record.id}/certificate`
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
          href={api.url(path)}
          download
          variant="default"
          leftSection={<Icon name="download" size={18} />}
        >
          {t('documents.download')}
        </Button>
      </Group>
      {shown && <Preview path={path} />}
    </Panel>
  )
}

/** Fetched only when asked for: the first look at a certificate issues it. */
function Preview({ path }: { path: string }) {
  const { api } = useWorkspace()
  const { data, error } = useQuery({
    queryKey: [api.workspaceId, 'certificate', path],
    queryFn: ({ signal }) => api.file(path, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const url = useObjectUrl(data, 'application/pdf')
  if (error) return <ErrorSummary error={error} />
  if (url === undefined) return <DelayedSkeleton lines={8} />
  return <iframe className={styles.certificate} src={url} title={t('calibration.certificate')} />
}
