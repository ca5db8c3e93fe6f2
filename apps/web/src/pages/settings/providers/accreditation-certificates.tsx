import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadContentTypes, type Provider, type ProviderCertificate } from '@plumbline/contract'
import { dateInZone, formatBytes, formatDate } from '../../../base/formats.ts'
import { t } from '../../../base/messages.ts'
import { largestFile, uploadCertificate } from '../../../components/documents/upload-document.ts'
import { ErrorSummary } from '../../../components/error-summary.tsx'
import { FileChoice } from '../../../components/form/file-choice.tsx'
import { useAttempt } from '../../../components/form/use-attempt.ts'
import { Panel } from '../../../components/panel.tsx'
import { showFailure, showToast } from '../../../components/toast.tsx'
import { providerCertificatesQuery } from '../../../queries/providers.ts'
import { useWorkspace } from '../../../state/workspace.ts'

/** The document that shows the accreditation, and those that it replaced. */
export function AccreditationCertificates({
  provider,
  onAdded,
}: {
  provider: Provider
  /** After an upload, which makes a new version of the provider; absent where none can be uploaded. */
  onAdded?: () => Promise<void>
}) {
  const { workspaceId } = useWorkspace()
  const { data, error } = useQuery(providerCertificatesQuery(workspaceId, provider.id))
  const { accreditation_document: current, accreditation_document_id: currentId } = provider
  const own = data?.data ?? []
  const earlier = own.filter(({ id }) => id !== currentId)
  return (
    <Panel title={t('provider.document')}>
      <ErrorSummary error={error} />
      <Stack gap="xs">
        {current === null ? (
          <Text size="sm" c="dimmed">
            {t('provider.noDocument', { size: largestFile() })}
          </Text>
        ) : (
          <Certificate
            provider={provider}
            document={{ ...own.find(({ id }) => id === currentId), ...current }}
          />
        )}
        {earlier.length > 0 && (
          <>
            <Text size="sm" fw={600} mt="xs">
              {t('provider.earlierDocuments')}
            </Text>
            {earlier.map((document) => (
              <Certificate
                key={document.id}
                provider={provider}
                document={{ ...document, instrument_id: null }}
              />
            ))}
          </>
        )}
        {onAdded && <Upload provider={provider} onAdded={onAdded} />}
      </Stack>
    </Panel>
  )
}

/** A listed certificate; one that is registered with an instrument has fewer properties. */
type ShownCertificate = Partial<ProviderCertificate> & {
  id: string
  file_name: string
  instrument_id: string | null
}

function Certificate({ provider, document }: { provider: Provider; document: ShownCertificate }) {
  const { api, workspace } = useWorkspace()
  const { id, file_name: name, instrument_id: instrumentId, size_bytes: size, uploaded_at: at } = document
  const download = async () => {
    try {
      const { download_url: url } = instrumentId
        ? await api.downloadDocument({ params: { instrument_id: instrumentId, document_id: id } })
        : await api.downloadProviderDocument({ params: { provider_id: provider.id, document_id: id } })
      location.assign(url)
    } catch (error) {
      showFailure(error)
    }
  }
  const particulars = [
    size && formatBytes(size),
    at && formatDate(dateInZone(at, workspace.timezone)),
    document.uploaded_by_name,
  ]
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {particulars.filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={() => void download()} style={{ flex: 'none' }}>
        {t('documents.download')}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </Group>
  )
}

function Upload({
  provider: { id, accreditation_document_id: currentId },
  onAdded,
}: {
  provider: Provider
  onAdded: () => Promise<void>
}) {
  const { api, workspaceId } = useWorkspace()
  const queries = useQueryClient()
  const [share, setShare] = useState(0)
  const { busy, error, attemptNext } = useAttempt()
  const upload = (file: File) =>
    attemptNext(async () => {
      setShare(0)
      await uploadCertificate(api, id, file, setShare)
      await queries.invalidateQueries({ queryKey: [workspaceId, 'providers'] })
      await onAdded()
      showToast(t('documents.added', { name: file.name }))
    })
  return (
    <div>
      <ErrorSummary error={error} />
      {busy && <Progress mb="xs" value={share * 100} aria-label={t('documents.sending')} />}
      <FileChoice accept={uploadContentTypes} loading={busy} onChoose={(file) => void upload(file)}>
        {t(currentId === null ? 'provider.uploadDocument' : 'provider.replaceDocument')}
      </FileChoice>
    </div>
  )
}
