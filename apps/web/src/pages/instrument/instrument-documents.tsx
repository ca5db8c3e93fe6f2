import { Button, Group, Modal, NativeSelect, Progress, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  documentTypes,
  uploadContentTypes,
  type DocumentRecord,
  type DocumentType,
} from '@plumbline/contract'
import { dateInZone, formatDate } from '../../base/formats.ts'
import { t, tIfKnown } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { DocumentMenu } from '../../components/documents/document-menu.tsx'
import { largestFile, uploadDocument } from '../../components/documents/upload-document.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FileChoice } from '../../components/form/file-choice.tsx'
import { useAttempt } from '../../components/form/use-attempt.ts'
import { LinkAnchor } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast.tsx'
import { documentsOfQuery } from '../../queries/documents.ts'
import { may } from '../../state/session.ts'
import { useWorkspace } from '../../state/workspace.ts'
import type { AppInstrument } from '@plumbline/contract'
import styles from './instrument-page.module.css'

/** The documents of an instrument, to view, download and add. */
export function InstrumentDocuments({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId, role } = useWorkspace()
  const { data, error } = useQuery(documentsOfQuery(workspaceId, instrument.id))
  const canWrite = may.write(role) && instrument.retired_at === null
  return (
    <Panel title={t('nav.documents')}>
      {error && <ErrorSummary error={error} />}
      {data === undefined && !error && <DelayedSkeleton lines={3} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {canWrite ? t('documents.empty', { size: largestFile() }) : t('documents.none')}
        </Text>
      )}
      {data?.map((document) => (
        <DocumentRow key={document.id} document={document} />
      ))}
      <Group gap="md" align="center">
        {canWrite && <DocumentUpload instrumentId={instrument.id} />}
        <LinkAnchor
          to="/w/$workspaceId/documents"
          params={{ workspaceId }}
          search={{ instrument: instrument.id, archived: true } as never}
          size="sm"
          mt="xs"
        >
          {t('documents.withArchived')}
        </LinkAnchor>
      </Group>
    </Panel>
  )
}

function DocumentRow({ document }: { document: DocumentRecord }) {
  const { workspace } = useWorkspace()
  const kind = document.document_type
  return (
    <div className={styles.document}>
      <div className={styles.documentName}>
        <Text size="sm" fw={500}>
          {document.file_name ?? '–'}
        </Text>
        <Text size="xs" c="dimmed">
          {kind !== null && (tIfKnown(`documentType.${kind}`) ?? kind)}
          {document.uploaded_at && ` · ${formatDate(dateInZone(document.uploaded_at, workspace.timezone))}`}
        </Text>
      </div>
      <DocumentMenu document={document} />
    </div>
  )
}

/** A picture is rarely a certificate; anyone who adds one says otherwise. */
function likelyType({ type }: File): DocumentType {
  return type.startsWith('image/') ? 'photo' : 'certificate'
}

/** Attaches a file to the instrument; `share` is what has arrived of it, from 0 to 1. */
function useUpload(instrumentId: string) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [share, setShare] = useState(0)
  const { busy, error, attempt } = useAttempt()
  const upload = (sent: { file: File; documentType: DocumentType }, onDone: () => void) =>
    attempt(async () => {
      setShare(0)
      await uploadDocument(api, instrumentId, sent, setShare)
      await queries.invalidateQueries({ queryKey: [workspaceId, 'instruments', instrumentId, 'documents'] })
      await queries.invalidateQueries({ queryKey: [workspaceId, 'documents', 'list'] })
      showToast(t('documents.added', { name: sent.file.name }))
      onDone()
    })
  return { share, busy, error, upload }
}

function DocumentUpload({ instrumentId }: { instrumentId: string }) {
  const [file, setFile] = useState<File | null>(null)
  const [documentType, setDocumentType] = useState<DocumentType>('certificate')
  const { share, busy, error, upload } = useUpload(instrumentId)
  const choose = (chosen: File | null) => {
    setFile(chosen)
    if (chosen !== null) setDocumentType(likelyType(chosen))
  }
  const close = () => setFile(null)
  return (
    <>
      <FileChoice mt="xs" accept={uploadContentTypes} onChoose={choose}>
        {t('documents.add')}
      </FileChoice>
      <Modal
        opened={file !== null}
        onClose={close}
        title={t('documents.add')}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <Text mb="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {file?.name}
        </Text>
        <ErrorSummary error={error} />
        <TypeField value={documentType} onChange={setDocumentType} />
        {busy && <Progress mt="sm" value={share * 100} aria-label={t('documents.sending')} />}
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button onClick={() => file && void upload({ file, documentType }, close)} loading={busy}>
            {t('documents.upload')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

function TypeField({ value, onChange }: { value: DocumentType; onChange: (type: DocumentType) => void }) {
  return (
    <NativeSelect
      data-autofocus
      label={t('documents.type')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as DocumentType)}
      data={documentTypes.map((type) => ({ value: type, label: t(`documentType.${type}`) }))}
    />
  )
}
