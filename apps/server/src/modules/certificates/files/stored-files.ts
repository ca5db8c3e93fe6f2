import type { StoredFiles } from '../../../platform/storage/index.ts'
import { openCertificate } from './certificate-file.ts'
import { certificatesAfter, lastCertified } from '../store.ts'

/** The files of issued certificates, with their recorded hashes. */
export const certificateFiles: StoredFiles = {
  lastId: lastCertified,
  after: async (storage, queries, after, limit) =>
    (await certificatesAfter(queries, after, limit)).map((issued) => ({
      id: issued.calibrationId,
      path: `certificates/${issued.calibrationId}.pdf`,
      name: `certificate ${issued.number} of calibration ${issued.calibrationId}`,
      sha256: issued.sha256,
      read: () => openCertificate(storage, queries.workspaceId, issued),
    })),
}
