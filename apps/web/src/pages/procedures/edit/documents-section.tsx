import { Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PROCEDURE_DOCUMENTS_MAX, uploadContentTypes, type ProcedureDocument } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import ProcedureDocuments from '../../../components/documents/procedure-documents.tsx'
import { largestFile, uploadProcedureDocument } from '../../../components/documents/upload-document.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { FileChoice } from '../../../components/form/file-choice.tsx'
import { useAttempt } from '../../../components/form/use-attempt.ts'
import { showToast } from '../../../components/toast.tsx'
import { revisionQuery } from '../../../queries/procedures.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { Section } from './draft-section.tsx'

/**
 * The documents of the draft. Each is added or removed immediately, because files are uploaded one by one. The form adopts
 * the new version of the draft, and preserves unsaved entries.
 */
export function DocumentsSection({
  procedureId,
  revision,
  onChanged,
}: {
  procedureId: string
  revision: number
  onChanged: () => Promise<void>
}) {
  const { share, busy, error, documents, add, remove } = useDocuments(procedureId, revision, onChanged)
  return (
    <Section title={t('procedure.documents')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          {t('procedure.documentsHint', { size: largestFile() })}
        </Text>
        <ErrorSummary error={error} />
        {documents.length > 0 && (
          <div style={{ alignSelf: 'stretch' }}>
            <ProcedureDocuments
              procedureId={procedureId}
              documents={documents}
              onRemove={(document) => void remove(document)}
            />
          </div>
        )}
        {share !== null && <Progress value={share * 100} w="100%" aria-label={t('documents.sending')} />}
        <FileChoice
          accept={uploadContentTypes}
          loading={busy}
          disabled={documents.length >= PROCEDURE_DOCUMENTS_MAX}
          onChoose={(file) => void add(file)}
        >
          {t('documents.add')}
        </FileChoice>
      </Stack>
    </Section>
  )
}

function useDocuments(procedureId: string, revision: number, onChanged: () => Promise<void>) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const { data } = useQuery(revisionQuery(workspaceId, procedureId, revision))
  const [share, setShare] = useState<number | null>(null)
  const { busy, error, attempt, attemptNext } = useAttempt()
  const documents = data?.body.documents ?? []
  const changed = async (words: string) => {
    await queries.invalidateQueries({ queryKey: [workspaceId, 'procedures', procedureId] })
    await onChanged()
    showToast(words)
  }
  const add = (file: File) =>
    attemptNext(async () => {
      setShare(0)
      try {
        await uploadProcedureDocument(api, procedureId, file, setShare)
      } finally {
        setShare(null)
      }
      await changed(t('documents.added', { name: file.name }))
    })
  const remove = (removed: ProcedureDocument) =>
    attempt(async () => {
      const ids = documents.map(({ id }) => id).filter((id) => id !== removed.id)
      const params = { procedure_id: procedureId }
      await api.updateProcedureDraft({ params, body: { documents: ids }, ifMatch: data?.etag ?? null })
      await changed(t('procedure.documentRemoved', { name: removed.file_name }))
    })
  return { share, busy, error, documents, add, remove }
}
