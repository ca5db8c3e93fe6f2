import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  Menu,
  Modal,
  NativeSelect,
  Progress,
  Text,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  documentTypes,
  uploadContentTypes,
  type DocumentDownloadResponse,
  type DocumentRecord,
  type DocumentType,
} from '@plumbline/contract'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FinalActDialog } from '../../components/final-act-dialog.tsx'
import { Icon } from '../../components/icons.tsx'
import { Panel } from '../../components/panel.tsx'
import { tell, tellFailure } from '../../components/told.tsx'
import { dateInZone, formatDate } from '../../formats.ts'
import { t, tIfKnown } from '../../messages.ts'
import { documentsOfQuery } from '../../queries/documents.ts'
import { may } from '../../session.ts'
import { useWorkspace } from '../../workspace.ts'
import type { AppInstrument } from '@plumbline/contract'
import { DocumentPreview, isPreviewable } from './document-preview.tsx'
import styles from './instrument-page.module.css'
import { uploadDocument } from './upload-document.ts'

/** The files of an instrument: look at them, keep them, add one. */
export function InstrumentDocuments({ instrument }: { instrument: AppInstrument }) {
  const { workspaceId, role } = useWorkspace()
  const { data, error } = useQuery(documentsOfQuery(workspaceId, instrument.id))
  const [preview, setPreview] = useState<DocumentRecord>()
  const [archiving, setArchiving] = useState<DocumentRecord>()
  const canWrite = may.write(role) && instrument.retired_at === null
  return (
    <Panel title={t('documents.title')}>
      {error && <ErrorSummary error={error} />}
      {data === undefined && !error && <DelayedSkeleton lines={3} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('documents.empty')}
        </Text>
      )}
      {data?.map((document) => (
        <DocumentRow
          key={document.id}
          document={document}
          onPreview={() => setPreview(document)}
          onArchive={may.manage(role) ? () => setArchiving(document) : undefined}
        />
      ))}
      {canWrite && <DocumentUpload instrumentId={instrument.id} />}
      {preview && <DocumentPreview document={preview} onClose={() => setPreview(undefined)} />}
      {archiving && <ArchiveDialog document={archiving} onClose={() => setArchiving(undefined)} />}
    </Panel>
  )
}

function DocumentRow({
  document,
  onPreview,
  onArchive,
}: {
  document: DocumentRecord
  onPreview: () => void
  onArchive: (() => void) | undefined
}) {
  const { workspace } = useWorkspace()
  const download = useDownload(document)
  const name = document.file_name ?? '–'
  const kind = document.document_type
  return (
    <div className={styles.document}>
      <div className={styles.documentName}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {kind !== null && (tIfKnown(`documentType.${kind}`) ?? kind)}
          {document.uploaded_at && ` · ${formatDate(dateInZone(document.uploaded_at, workspace.timezone))}`}
        </Text>
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('documents.acts', { name })}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isPreviewable(name) && <Menu.Item onClick={onPreview}>{t('documents.preview')}</Menu.Item>}
          <Menu.Item onClick={() => void download()}>{t('documents.download')}</Menu.Item>
          {onArchive && <Menu.Item onClick={onArchive}>{t('documents.archive')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

/** Saves the file under its own name; the address is asked for each time, as it lives a few minutes. */
function useDownload({ id, instrument_id }: DocumentRecord): () => Promise<void> {
  const { api } = useWorkspace()
  return async () => {
    try {
      const { download_url } = await api.get<DocumentDownloadResponse>(
        `/instruments/${instrument_id}/documents/${id}/download`,
      )
      location.assign(download_url)
    } catch (error) {
      tellFailure(error)
    }
  }
}

function DocumentUpload({ instrumentId }: { instrumentId: string }) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [documentType, setDocumentType] = useState<DocumentType>('certificate')
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<unknown>()
  const upload = async () => {
    if (file === null) return
    setError(undefined)
    setShare(0)
    try {
      await uploadDocument(api, instrumentId, { file, documentType }, setShare)
      await queries.invalidateQueries({ queryKey: [workspaceId, 'instruments', instrumentId, 'documents'] })
      tell(t('documents.added', { name: file.name }))
      setFile(null)
    } catch (failure) {
      setError(failure)
    } finally {
      setShare(undefined)
    }
  }
  return (
    <>
      <FileButton onChange={setFile} accept={uploadContentTypes.join(',')}>
        {(props) => (
          <Button variant="default" mt="xs" leftSection={<Icon name="upload" size={18} />} {...props}>
            {t('documents.add')}
          </Button>
        )}
      </FileButton>
      <Modal
        opened={file !== null}
        onClose={() => setFile(null)}
        title={t('documents.add')}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <Text mb="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {file?.name}
        </Text>
        <ErrorSummary error={error} />
        <NativeSelect
          data-autofocus
          label={t('documents.type')}
          value={documentType}
          onChange={(event) => setDocumentType(event.currentTarget.value as DocumentType)}
          data={documentTypes.map((type) => ({ value: type, label: t(`documentType.${type}`) }))}
        />
        {share !== undefined && <Progress mt="sm" value={share * 100} aria-label={t('documents.sending')} />}
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={() => setFile(null)}>
            {t('action.cancel')}
          </Button>
          <Button onClick={() => void upload()} loading={share !== undefined}>
            {t('documents.upload')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}

function ArchiveDialog({ document, onClose }: { document: DocumentRecord; onClose: () => void }) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  return (
    <FinalActDialog
      opened
      onClose={onClose}
      title={t('documents.archiveTitle')}
      object={document.file_name ?? '–'}
      consequence={t('documents.archiveConsequence')}
      verb={t('documents.archiveTitle')}
      onConfirm={async () => {
        await api.post(`/documents/${document.id}/archive`)
        await queries.invalidateQueries({ queryKey: [workspaceId, 'instruments', document.instrument_id] })
        tell(t('documents.archived', { name: document.file_name ?? '–' }))
      }}
    />
  )
}
