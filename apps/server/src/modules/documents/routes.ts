import {
  documentTypes,
  pageOf,
  type DocumentListQuery,
  type documentOperations,
  type DocumentDownloadResponse,
} from '@plumbline/contract'
import type { Actor } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import { readToken, type Handlers } from '../../platform/http/index.ts'
import { ContentAltered, fileRefusal, type Storage } from '../../platform/storage/index.ts'
import { findCalibration } from '../calibrations/index.ts'
import { findInstrument } from '../instruments/index.ts'
import { issueUpload } from './issue-upload.ts'
import { pageOfDocuments } from './list-store.ts'
import type { DocumentParts } from './parts.ts'
import { serializeDocument } from './serialize.ts'
import { registerDocument } from './register-document.ts'
import { documentKey } from './rules/upload-key.ts'
import { findDocument } from './store.ts'

/** Handlers of the public API's documents. */
export function documentRoutes(parts: DocumentParts): Handlers<typeof documentOperations, Actor> {
  const { db } = parts
  return {
    createDocumentUploadUrl: async ({ caller, params, body }) => ({
      body: await issueUpload(parts, caller, params.instrument_id, body),
    }),
    registerDocument: async ({ caller, params, body }) => ({
      body: await registerDocument(parts, caller, params.instrument_id, body),
    }),
    listInstrumentDocuments: async ({ caller, params, query }) => {
      const filter = readFilter(query)
      const instrument = await findInstrument(db.in(caller.workspaceId), params.instrument_id, caller.siteIds)
      if (!instrument) throw notFound()
      return {
        body: await listDocuments(parts, caller, query, { ...filter, instrumentId: instrument.instrumentId }),
      }
    },
    listCalibrationDocuments: async ({ caller, params, query }) => {
      const filter = readFilter(query)
      const calibration = await findCalibration(
        db.in(caller.workspaceId),
        params.calibration_id,
        caller.siteIds,
      )
      if (!calibration) throw notFound()
      // A calibration_id in the query besides the one in the path narrows the list, if to nothing.
      const other = query.calibration_id !== undefined && query.calibration_id !== params.calibration_id
      if (other) return { body: pageOf([], 0, query) }
      return {
        body: await listDocuments(parts, caller, query, { ...filter, calibrationId: params.calibration_id }),
      }
    },
    downloadDocument: async ({ caller, params }) => ({
      body: await downloadAddress(parts, caller, params.instrument_id, params.document_id),
    }),
  }
}

type Filter = Omit<Parameters<typeof pageOfDocuments>[1], 'siteIds'>

function readFilter(query: DocumentListQuery): Filter {
  return {
    documentType: readToken('document_type', query.document_type, documentTypes),
    includeArchived: readToken('include', query.include, ['archived']) !== undefined,
    calibrationId: query.calibration_id,
  }
}

async function listDocuments({ db }: DocumentParts, caller: Actor, query: DocumentListQuery, filter: Filter) {
  const { rows, total } = await pageOfDocuments(
    db.in(caller.workspaceId),
    { ...filter, siteIds: caller.siteIds },
    query,
  )
  return pageOf(rows.map(serializeDocument), total, query)
}

async function downloadAddress(
  { db, storage, downloadExpiresSeconds }: DocumentParts,
  caller: Actor,
  instrumentId: string,
  documentId: string,
): Promise<DocumentDownloadResponse> {
  const document = await findDocument(db.in(caller.workspaceId), documentId, caller.siteIds)
  if (document?.instrumentId !== instrumentId.toLowerCase()) throw notFound()
  const key = documentKey(caller.workspaceId, document.documentId)
  await requireIntact(storage, key, document.sha256)
  const { url, expiresAt } = await storage.downloadAddress({
    key,
    fileName: document.fileName,
    contentType: document.contentType,
    expiresInSeconds: downloadExpiresSeconds,
    sha256: document.sha256,
  })
  return { download_url: url, expires_in: downloadExpiresSeconds, expires_at: expiresAt.toISOString() }
}

/** @throws 404 NOT_FOUND for a file that is missing, or altered where no route of ours checks it while it is read */
async function requireIntact(storage: Storage, key: string, sha256: Buffer): Promise<void> {
  try {
    const found = await storage.sha256Of(key)
    if (found && !found.equals(sha256)) throw new ContentAltered(key)
  } catch (error) {
    throw fileRefusal('NOT_FOUND', error) ?? error
  }
}
