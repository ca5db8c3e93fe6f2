import { ActionIcon, Menu, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DocumentRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { FinalActionDialog } from '../final-action-dialog.tsx'
import { Icon } from '../icons.tsx'
import { showToast } from '../toast.tsx'
import { DocumentContent, isPreviewable } from './document-content.tsx'
import { useDownload } from './use-download.ts'

/** The actions on a document: show, download, archive. */
export function DocumentMenu({ document }: { document: DocumentRecord }) {
  const { role } = useWorkspace()
  const [opened, setOpened] = useState<'preview' | 'archive'>()
  const download = useDownload(document)
  const name = document.file_name ?? '–'
  const close = () => setOpened(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('documents.acts', { name })}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPreviewable(document) && (
            <Menu.Item onClick={() => setOpened('preview')}>{t('documents.preview')}</Menu.Item>
          )}
          <Menu.Item onClick={() => void download()}>{t('documents.download')}</Menu.Item>
          {may.manage(role) && !document.is_archived && (
            <Menu.Item onClick={() => setOpened('archive')}>{t('documents.archive')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened === 'preview' && <DocumentPreview document={document} onClose={close} />}
      {opened === 'archive' && <ArchiveDialog document={document} onClose={close} />}
    </>
  )
}

function ArchiveDialog({ document, onClose }: { document: DocumentRecord; onClose: () => void }) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  return (
    <FinalActionDialog
      opened
      onClose={onClose}
      title={t('documents.archiveTitle')}
      object={document.file_name ?? '–'}
      consequence={t('documents.archiveConsequence')}
      verb={t('documents.archiveTitle')}
      onConfirm={async () => {
        await api.archiveDocument({ params: { document_id: document.id } })
        await queries.invalidateQueries({ queryKey: [workspaceId, 'instruments', document.instrument_id] })
        await queries.invalidateQueries({ queryKey: [workspaceId, 'documents', 'list'] })
        showToast(t('documents.archived', { name: document.file_name ?? '–' }))
      }}
    />
  )
}

/** Shows the file in a dialog. */
function DocumentPreview({ document, onClose }: { document: DocumentRecord; onClose: () => void }) {
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
