import { ActionIcon, Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { ProcedureDocument } from '@plumbline/contract'
import { formatBytes } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import { Icon } from '../icons.tsx'
import type { DocumentOfProcedure } from './document-address.ts'
import { DocumentContent, isPreviewable } from './document-content.tsx'
import { useDownload } from './use-download.ts'
import styles from './document-list.module.css'

/** A list of the documents of a procedure, each of which can be shown in place. */
export default function ProcedureDocuments({
  procedureId,
  documents,
  onRemove,
}: {
  procedureId: string
  documents: readonly ProcedureDocument[]
  /** Omitted if documents cannot be removed. */
  onRemove?: (document: ProcedureDocument) => void
}) {
  return (
    <ul className={styles.list}>
      {documents.map((document) => (
        <Line
          key={document.id}
          document={{ ...document, procedure_id: procedureId }}
          onRemove={onRemove && (() => onRemove(document))}
        />
      ))}
    </ul>
  )
}

function Line({
  document,
  onRemove,
}: {
  document: DocumentOfProcedure
  onRemove?: (() => void) | undefined
}) {
  const [shown, setShown] = useState(false)
  const download = useDownload(document)
  const { file_name: name } = document
  return (
    <li>
      <div className={styles.head}>
        <div className={styles.name}>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {formatBytes(document.size_bytes)}
          </Text>
        </div>
        {isPreviewable(document) && (
          <Button variant="default" size="xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'documents.hide' : 'documents.show')}
            <span className="visually-hidden"> {name}</span>
          </Button>
        )}
        <Button variant="default" size="xs" onClick={() => void download()}>
          {t('documents.download')}
          <span className="visually-hidden"> {name}</span>
        </Button>
        {onRemove && (
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('procedure.removeDocument', { name })}
            onClick={onRemove}
          >
            <Icon name="close" size={18} />
          </ActionIcon>
        )}
      </div>
      {shown && (
        <div className={styles.content} tabIndex={0} role="group" aria-label={name}>
          <DocumentContent document={document} />
        </div>
      )}
    </li>
  )
}
