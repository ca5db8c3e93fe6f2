import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DocumentDownloadResponse, DocumentRecord } from '@plumbline/contract'
import { DelayedSkeleton } from '../delayed-skeleton.tsx'
import { useObjectUrl } from '../use-object-url.ts'
import { t } from '../../messages.ts'
import { useWorkspace } from '../../workspace.ts'
import styles from './document-preview.module.css'

/** What browsers show by themselves, by the end of the name; other images are for downloading. */
const contentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
}

/** Whether a file of this name can be shown on the page. */
export function isPreviewable(fileName: string): boolean {
  return contentTypeOf(fileName) !== undefined
}

/** The file itself, in a dialog. The server hands files out for saving only, so its bytes are shown from memory. */
export function DocumentPreview({ document, onClose }: { document: DocumentRecord; onClose: () => void }) {
  const { api } = useWorkspace()
  const name = document.file_name ?? '–'
  const type = contentTypeOf(name)
  const { data, error } = useQuery({
    queryKey: [api.workspaceId, 'documents', document.id, 'bytes'],
    queryFn: async ({ signal }) => {
      const path = `/instruments/${document.instrument_id}/documents/${document.id}/download`
      const { download_url } = await api.get<DocumentDownloadResponse>(path, {}, signal)
      return (await fetch(download_url, { signal })).blob()
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const url = useObjectUrl(data, type)
  return (
    <Modal
      opened
      onClose={onClose}
      title={name}
      size="80%"
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {error && <Text>{t('documents.previewFailed')}</Text>}
      {url === undefined && !error && <DelayedSkeleton />}
      {url !== undefined &&
        (type === 'application/pdf' ? (
          <iframe className={styles.preview} src={url} title={name} />
        ) : (
          <img className={styles.preview} src={url} alt={name} />
        ))}
    </Modal>
  )
}

function contentTypeOf(fileName: string): string | undefined {
  return contentTypes[fileName.split('.').at(-1)?.toLowerCase() ?? '']
}
