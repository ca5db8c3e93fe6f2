import { whileUnclaimed } from '../../../platform/claims/index.ts'
import { isForgotten, sweepFolder, type SweepParts } from '../../../platform/sweeping/index.ts'
import { findSettings } from '../../workspaces/index.ts'
import { CERTIFICATES_FOLDER, readCertificateKey, type NamedFile } from './certificate-file.ts'
import { certificateClaim } from '../issue-certificate.ts'
import { issuedFor } from '../store.ts'

/** A file: its key, and what the key names. */
interface StoredFile extends NamedFile {
  readonly key: string
}

/** Number of files looked up per statement. */
const BATCH = 500

/**
 * Deletes files that attempts to issue certificates left behind in a crash: older than a day, and belonging neither
 * to an issued certificate nor to an attempt in progress. It examines the next part of the folder (`sweepFolder`).
 * Files of workspaces that are not in the database are kept.
 * @param objectsMax maximum number of objects to examine
 * @returns the number of deleted files
 */
export async function sweepCertificates(parts: SweepParts, objectsMax?: number): Promise<number> {
  let removed = 0
  const remove: Parameters<typeof sweepFolder>[2] = async (objects) => {
    const keys = objects.filter((each) => isForgotten(parts, each)).map(({ key }) => key)
    for (const file of await withoutCertificate(parts, keys)) {
      if (await removeOrphan(parts, file)) removed += 1
    }
  }
  await sweepFolder(parts, CERTIFICATES_FOLDER, remove, objectsMax)
  return removed
}

/** Deletes a file that no certificate refers to while issuing is blocked; returns whether it did. */
async function removeOrphan(parts: SweepParts, file: StoredFile): Promise<boolean> {
  const { workspaceId, calibrationId, key } = file
  return whileUnclaimed(parts.db, workspaceId, certificateClaim(calibrationId), async () => {
    // Checked again: it may have been issued between the first check and the claim.
    const isOrphan = (await withoutCertificate(parts, [key])).length > 0
    if (isOrphan) await parts.storage.delete(key)
    return isOrphan
  })
}

/** Keys of files older than a day that no certificate refers to. */
export async function* orphanedCertificates(parts: SweepParts): AsyncIterable<string> {
  let batch: string[] = []
  for await (const object of parts.storage.list(CERTIFICATES_FOLDER)) {
    if (!isForgotten(parts, object)) continue
    batch.push(object.key)
    if (batch.length === BATCH) {
      for (const { key } of await withoutCertificate(parts, batch)) yield key
      batch = []
    }
  }
  for (const { key } of await withoutCertificate(parts, batch)) yield key
}

async function withoutCertificate({ db }: SweepParts, keys: readonly string[]): Promise<StoredFile[]> {
  const files = keys.flatMap((key) => {
    const named = readCertificateKey(key)
    return named ? [{ key, ...named }] : []
  })
  const orphans: StoredFile[] = []
  for (const [workspaceId, ofWorkspace] of Map.groupBy(files, (file) => file.workspaceId)) {
    const queries = db.in(workspaceId)
    if (!(await findSettings(queries))) continue
    const issued = await issuedFor(
      queries,
      ofWorkspace.map(({ calibrationId }) => calibrationId),
    )
    // A key that names no certificate may be the file of whichever was issued for its calibration.
    const kept = new Set(issued.flatMap(({ calibrationId, certificateId }) => [calibrationId, certificateId]))
    orphans.push(
      ...ofWorkspace.filter(({ calibrationId, certificateId }) => !kept.has(certificateId ?? calibrationId)),
    )
  }
  return orphans
}
