import { Title } from '@mantine/core'
import type { AppDocument } from '@plumbline/contract'
import { InstantText } from '../../components/date-text.tsx'
import { formatBytes } from '../../formats.ts'
import { t, tIfKnown } from '../../messages.ts'
import styles from './record-print.module.css'

/** What is attached to a record, with the hash by which a copy of each file is known; archived ones too. */
export function RecordDocuments({ documents }: { documents: readonly AppDocument[] }) {
  if (documents.length === 0) return null
  return (
    <section>
      <Title order={3} className={styles.partTitle}>
        {t('documents.title')}
      </Title>
      <table className={styles.documents}>
        <caption className="visually-hidden">{t('documents.title')}</caption>
        <colgroup>
          <col />
          <col />
          <col />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('recordPrint.file')}</th>
            <th scope="col">{t('documents.type')}</th>
            <th scope="col">{t('documents.size')}</th>
            <th scope="col">{t('documents.when')}</th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </tbody>
      </table>
    </section>
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

/** How people call a format, such as PDF; nothing where the bytes told none. */
function fileFormat(contentType: string): string | undefined {
  return contentType === 'application/octet-stream' ? undefined : contentType.split('/')[1]?.toUpperCase()
}
