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
import { findCalibration } from '../calibrations/index.ts'
import { findInstrument } from '../instruments/index.ts'
import { addressOf } from './download-address.ts'
import { issueUpload } from './issue-upload.ts'
import { pageOfDocuments } from './list-store.ts'
import type { DocumentParts } from './parts.ts'
import { serializeDocument } from './serialize.ts'
import { registerDocument } from './register-document.ts'
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
      // A calibration_id in the query that differs from the one in the path gives an empty list.
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
  parts: DocumentParts,
  caller: Actor,
  instrumentId: string,
  documentId: string,
): Promise<DocumentDownloadResponse> {
  const document = await findDocument(parts.db.in(caller.workspaceId), documentId, caller.siteIds)
  if (document?.instrumentId !== instrumentId.toLowerCase()) throw notFound()
  return addressOf(parts, caller, document)
}
