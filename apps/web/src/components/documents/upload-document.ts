import {
  DOCUMENT_BYTES_MAX,
  type DocumentRecord,
  type DocumentType,
  type DocumentUploadUrlResponse,
  type ProcedureRevision,
} from '@plumbline/contract'
import { ApiFailure, type WorkspaceApi } from '../../api/index.ts'
import { formatBytes } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'

/**
 * Attaches a file to an instrument in three steps: request an upload URL, upload the bytes, register the document.
 * @param onProgress called with the share that has been uploaded, from 0 to 1
 * @throws {ApiFailure} if any of the steps is refused
 */
export async function uploadDocument(
  api: WorkspaceApi,
  instrumentId: string,
  { file, documentType, calibrationId }: { file: File; documentType: DocumentType; calibrationId?: string },
  onProgress: (share: number) => void,
): Promise<DocumentRecord> {
  const params = { instrument_id: instrumentId }
  const ticket = await api.createDocumentUploadUrl({ params, body: uploadOf(file) })
  await sendBytes(ticket, file, onProgress)
  return api.registerDocument({
    params,
    body: {
      key: ticket.key,
      file_name: file.name,
      document_type: documentType,
      calibration_id: calibrationId,
    },
  })
}

/**
 * Adds a file to the draft of a procedure, in the same three steps.
 * @throws {ApiFailure} if any of the steps is refused
 */
export async function uploadProcedureDocument(
  api: WorkspaceApi,
  procedureId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<ProcedureRevision> {
  const params = { procedure_id: procedureId }
  const ticket = await api.createProcedureUploadUrl({ params, body: uploadOf(file) })
  await sendBytes(ticket, file, onProgress)
  return api.addProcedureDocument({ params, body: { key: ticket.key, file_name: file.name } })
}

/**
 * Registers a file as the certificate of accreditation of a provider, in the same three steps.
 * @throws {ApiFailure} as `uploadDocument`
 */
export async function uploadCertificate(
  api: WorkspaceApi,
  providerId: string,
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  const params = { provider_id: providerId }
  const ticket = await api.createProviderDocumentUploadUrl({ params, body: uploadOf(file) })
  await sendBytes(ticket, file, onProgress)
  await api.registerProviderDocument({ params, body: { key: ticket.key, file_name: file.name } })
}

/** Returns the request for an upload URL. @throws {ApiFailure} if the file is too large */
function uploadOf(file: File) {
  if (file.size > DOCUMENT_BYTES_MAX) {
    throw new ApiFailure(413, 'PAYLOAD_TOO_LARGE', t('upload.tooLarge', { size: largestFile() }))
  }
  return {
    file_name: file.name,
    content_type: file.type === '' ? 'application/octet-stream' : file.type,
    size_bytes: file.size,
  }
}

/** Uploads a file. Uses XMLHttpRequest, because fetch does not report upload progress. */
export function sendBytes(
  { upload_url, fields }: DocumentUploadUrlResponse,
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', upload_url)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    )
    request.addEventListener('load', () => {
      if (request.status < 300) resolve()
      else reject(new ApiFailure(request.status, 'INVALID_REQUEST', t('upload.refused')))
    })
    request.addEventListener('error', () => reject(new ApiFailure(0, 'OFFLINE', t('failure.offline'))))
    request.send(form)
  })
}

/** Returns the maximum file size for uploads, formatted. */
export function largestFile(): string {
  return formatBytes(DOCUMENT_BYTES_MAX)
}
