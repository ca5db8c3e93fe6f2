import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppDocument, CalibrationRecord } from '@plumbline/contract'
import { dateInZone, formatBytes, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { attachedQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { DelayedSkeleton } from '../delayed-skeleton.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { Notice } from '../notice.tsx'
import { Panel } from '../panel.tsx'
import styles from './attached-documents.module.css'
import { DocumentContent, isPreviewable } from './document-content.tsx'
import { DocumentMenu } from './document-menu.tsx'

/**
 * What is attached to a record. For external work that is the evidence itself: the provider's certificate is shown
 * at once, and that none is attached is said.
 * @param compact leaves room for what stands below, as in a dialog
 */
export function AttachedDocuments({
  record,
  compact = false,
}: {
  record: CalibrationRecord
  compact?: boolean
}) {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(attachedQuery(workspaceId, record.id))
  const isExternal = record.calibration_type === 'external_certificate'
  const attached = data?.filter(({ is_archived }) => !is_archived).toSorted(certificatesFirst)
  if (error) return <ErrorSummary error={error} />
  if (attached === undefined) return isExternal ? <DelayedSkeleton lines={6} /> : null
  if (attached.length === 0) {
    return isExternal ? (
      <Notice tone="warning" title={t('documents.noProviderCertificate')}>
        {t('documents.noProviderCertificateHint')}
      </Notice>
    ) : null
  }
  const shownFirst = isExternal ? attached.find(isPreviewable) : undefined
  return (
    <Panel title={t(isExternal ? 'documents.providerCertificate' : 'documents.attached')}>
      <ul className={styles.list} data-compact={compact || undefined}>
        {attached.map((document) => (
          <Attached key={document.id} document={document} shownAtOnce={document === shownFirst} />
        ))}
      </ul>
    </Panel>
  )
}

function certificatesFirst(a: AppDocument, b: AppDocument): number {
  return Number(b.document_type === 'certificate') - Number(a.document_type === 'certificate')
}

function Attached({ document, shownAtOnce }: { document: AppDocument; shownAtOnce: boolean }) {
  const [shown, setShown] = useState(shownAtOnce)
  const name = document.file_name ?? '–'
  return (
    <li className={styles.document}>
      <div className={styles.head}>
        <div className={styles.name}>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            <Particulars document={document} />
          </Text>
        </div>
        {isPreviewable(document) && (
          <Button variant="default" size="xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'documents.hide' : 'documents.show')}
            <span className="visually-hidden"> {name}</span>
          </Button>
        )}
        <DocumentMenu document={document} />
      </div>
      {shown && (
        <div className={styles.content} tabIndex={0} role="group" aria-label={name}>
          <DocumentContent document={document} />
        </div>
      )}
    </li>
  )
}

/** "182 kB · 3 Nov 2026 · Ada Admin" */
function Particulars({ document }: { document: AppDocument }) {
  const { workspace } = useWorkspace()
  const { size_bytes: size, uploaded_at: at, uploaded_by_name: by } = document
  const date = at && formatDate(dateInZone(at, workspace.timezone))
  return [formatBytes(size), date, by].filter(Boolean).join(' · ')
}
