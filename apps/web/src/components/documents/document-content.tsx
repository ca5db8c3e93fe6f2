import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { DelayedSkeleton } from '../delayed-skeleton.tsx'
import { addressOf, type ShownDocument } from './document-address.ts'
import { useObjectUrl } from './use-object-url.ts'
import styles from './document-content.module.css'
import { PdfPages } from './pdf-pages.tsx'

/** Content types that can be shown, by file extension; other images can only be downloaded. */
const contentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
}
const shownTypes: ReadonlySet<string> = new Set(Object.values(contentTypes))

/** Returns whether a document can be shown on the page. */
export function isPreviewable(document: ShownDocument): boolean {
  return contentTypeOf(document) !== undefined
}

/**
 * Shows the pages of a document, or its image. The server serves files as attachments only, so the bytes are fetched and
 * shown from memory.
 */
export function DocumentContent({ document }: { document: ShownDocument }) {
  const { api } = useWorkspace()
  const name = document.file_name ?? '–'
  const type = contentTypeOf(document)
  const { data, error } = useQuery({
    queryKey: [api.workspaceId, 'documents', document.id, 'bytes'],
    queryFn: async ({ signal }) => {
      const { download_url } = await addressOf(api, document, signal)
      const response = await fetch(download_url, { signal })
      if (!response.ok) throw new Error(`the file got ${response.status}`)
      return response.blob()
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const url = useObjectUrl(data, type)
  if (error) return <Text size="sm">{t('documents.previewFailed')}</Text>
  if (data === undefined || url === undefined) return <DelayedSkeleton lines={8} />
  return (
    <>
      <Anchor href={url} target="_blank" rel="noopener" size="sm">
        {t('documents.openTab', { name })}
      </Anchor>
      {type === 'application/pdf' ? (
        <PdfPages bytes={data} name={name} />
      ) : (
        <img className={styles.image} src={url} alt={name} />
      )}
    </>
  )
}

function contentTypeOf({ content_type, file_name }: ShownDocument): string | undefined {
  if (content_type !== undefined && shownTypes.has(content_type)) return content_type
  return contentTypes[file_name?.split('.').at(-1)?.toLowerCase() ?? '']
}
