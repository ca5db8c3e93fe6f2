import { Button, Group, Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadContentTypes, type CalibrationRecord } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import { largestFile, uploadDocument } from '../../components/documents/upload-document.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FileChoice } from '../../components/form/file-choice.tsx'
import { useWorkspace } from '../../state/workspace.ts'

/** Selects the provider's certificate, which is uploaded after the record is saved. */
export function CertificateFile({
  file,
  onChange,
}: {
  file: File | null
  onChange: (file: File | null) => void
}) {
  return (
    <div>
      <Text size="sm" fw={500} mb={2}>
        {t('calibrate.file')}
      </Text>
      <Group gap="xs">
        <FileChoice accept={uploadContentTypes} onChoose={onChange}>
          {file === null ? t('calibrate.chooseFile') : t('calibrate.otherFile')}
        </FileChoice>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {file?.name}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t('calibrate.fileHint', { size: largestFile() })}
      </Text>
    </div>
  )
}

/** Sends the chosen file to the record that was just made; a failure leaves the record and can be tried again. */
export function CertificateUpload({ file, record }: { file: File; record: CalibrationRecord }) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [share, setShare] = useState(0)
  const [isSaved, setIsSaved] = useState(false)
  const [error, setError] = useState<unknown>()
  const started = useRef(false)
  const upload = async () => {
    setError(undefined)
    try {
      const sent = { file, documentType: 'certificate', calibrationId: record.id } as const
      await uploadDocument(api, record.instrument_id, sent, setShare)
      setIsSaved(true)
      await queries.invalidateQueries({
        queryKey: [workspaceId, 'instruments', record.instrument_id, 'documents'],
      })
    } catch (failure) {
      setError(failure)
    }
  }
  useEffect(() => {
    // Effects run twice in development; the file goes once.
    if (started.current) return
    started.current = true
    void upload()
  })
  if (error) {
    return (
      <>
        <ErrorSummary error={error} />
        <Button variant="default" my="xs" onClick={() => void upload()}>
          {t('action.tryAgain')}
        </Button>
      </>
    )
  }
  if (isSaved) return <p>{t('calibrate.fileKept', { name: file.name })}</p>
  return <Progress mb="sm" value={share * 100} aria-label={t('documents.sending')} />
}
