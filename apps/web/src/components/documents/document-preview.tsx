import { Modal } from '@mantine/core'
import type { DocumentRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { DocumentContent } from './document-content.tsx'

/** The file itself, in a dialog. */
export function DocumentPreview({ document, onClose }: { document: DocumentRecord; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={document.file_name ?? '–'}
      size="80%"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <DocumentContent document={document} />
    </Modal>
  )
}
