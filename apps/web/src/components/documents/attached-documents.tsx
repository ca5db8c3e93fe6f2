import { useQuery } from '@tanstack/react-query'
import type { AppDocument, CalibrationRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { attachedQuery } from '../../queries/calibrations.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { DelayedSkeleton } from '../delayed-skeleton.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { Notice } from '../notice.tsx'
import { Panel } from '../panel.tsx'
import { isPreviewable } from './document-content.tsx'
import DocumentList from './document-list.tsx'

/**
 * The documents attached to a record. For external calibrations they are the evidence: the provider's certificate is
 * shown immediately, or a notice that none is attached.
 * @param compact uses less height, as in a dialog
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
      <DocumentList documents={attached} shownAtOnce={shownFirst} compact={compact} />
    </Panel>
  )
}

function certificatesFirst(a: AppDocument, b: AppDocument): number {
  return Number(b.document_type === 'certificate') - Number(a.document_type === 'certificate')
}
