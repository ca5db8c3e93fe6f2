import type { AppDocument } from '@plumbline/contract'
import { formatBytes } from '../../base/formats.ts'
import { t, tIfKnown } from '../../base/messages.ts'
import { InstantText } from '../../components/date-text.tsx'
import { PrintTable } from './print-table.tsx'
import styles from './record-print.module.css'

/** What is attached to a record, with the hash by which a copy of each file is known; archived ones too. */
export function RecordDocuments({ documents }: { documents: readonly AppDocument[] }) {
  if (documents.length === 0) return null
  return (
    <PrintTable
      title={t('nav.documents')}
      heads={[t('recordPrint.file'), t('documents.type'), t('documents.size'), t('documents.when')]}
      className={styles.documents}
    >
      {documents.map((document) => (
        <DocumentRow key={document.id} document={document} />
      ))}
    </PrintTable>
  )
}

function DocumentRow({ document }: { document: AppDocument }) {
  const { file_name: name, document_type: type, content_type: contentType, uploaded_by_name: by } = document
  const kind = type === null ? undefined : (tIfKnown(`documentType.${type}`) ?? type)
  return (
    <tr>
      <th scope="row">
        {name ?? '–'}
        {document.is_archived && ` · ${t('documents.isArchived')}`}
        <div className={styles.hash}>{document.sha256}</div>
      </th>
      <td>{[kind, fileFormat(contentType)].filter(Boolean).join(', ')}</td>
      <td>{formatBytes(document.size_bytes)}</td>
      <td>
        <InstantText at={document.uploaded_at} named />
        {by !== null && <div>{by}</div>}
      </td>
    </tr>
  )
}

/** How people call a format, such as PDF; nothing where the bytes gave none. */
function fileFormat(contentType: string): string | undefined {
  return contentType === 'application/octet-stream' ? undefined : contentType.split('/')[1]?.toUpperCase()
}
