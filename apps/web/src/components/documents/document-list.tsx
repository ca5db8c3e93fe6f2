import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { AppDocument } from '@plumbline/contract'
import { dateInZone, formatBytes, formatDate } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { useWorkspace } from '../../state/workspace.ts'
import { DocumentContent, isPreviewable } from './document-content.tsx'
import { DocumentMenu } from './document-menu.tsx'
import styles from './document-list.module.css'

/**
 * A list of documents, each of which can be shown in place.
 * @param compact uses less height, as in a dialog
 */
export default function DocumentList({
  documents,
  shownAtOnce,
  compact = false,
}: {
  documents: readonly AppDocument[]
  /** The document that is shown initially. */
  shownAtOnce?: AppDocument | undefined
  compact?: boolean
}) {
  return (
    <ul className={styles.list} data-compact={compact || undefined}>
      {documents.map((document) => (
        <Attached key={document.id} document={document} shownAtOnce={document === shownAtOnce} />
      ))}
    </ul>
  )
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
