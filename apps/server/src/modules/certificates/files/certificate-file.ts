import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ContentAltered, fileRefusal, ObjectMissing, type Storage } from '../../../platform/storage/index.ts'
import { recordedPayload } from '../../ledger/index.ts'
import { certificatePages } from '../document/certificate-pages.ts'
import type { Draft } from '../draft-certificate.ts'
import type { CertificateParts } from '../parts.ts'
import { certificateFileName } from '../rules/certificate-number.ts'
import type { IssuedCertificate } from '../store.ts'
import { isLargeCertificate } from '../rules/large-certificate.ts'

/** Folder of the files. */
export const CERTIFICATES_FOLDER = 'certificates/'

/**
 * Returns the key of a certificate's file, unique to each attempt to issue it, so that a slow attempt cannot overwrite
 * the file of the one that counts.
 */
function certificateKey(
  workspaceId: string,
  { calibrationId, certificateId }: Pick<IssuedCertificate, 'calibrationId' | 'certificateId'>,
): string {
  return `${earlierKey(workspaceId, calibrationId)}/${certificateId}`
}

/** Returns the key of a certificate issued before attempts had their own keys. */
function earlierKey(workspaceId: string, calibrationId: string): string {
  return `${CERTIFICATES_FOLDER}${workspaceId}/${calibrationId}`
}

/** What a key names; without a certificate for a file issued before attempts had their own keys. */
export interface NamedFile {
  readonly workspaceId: string
  readonly calibrationId: string
  readonly certificateId: string | undefined
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const KEY = new RegExp(`^${CERTIFICATES_FOLDER}(${UUID})/(${UUID})(?:/([0-9a-f]{32}))?$`)

/** Parses a key of the folder; undefined for a key under which no certificate can have been stored. */
export function readCertificateKey(key: string): NamedFile | undefined {
  const [, workspaceId, calibrationId, certificateId] = KEY.exec(key) ?? []
  return workspaceId && calibrationId ? { workspaceId, calibrationId, certificateId } : undefined
}

/**
 * Returns the file of an issued certificate, if its hash is the one in the ledger.
 * @throws 404 CERTIFICATE_UNAVAILABLE for a file that is missing or altered; StorageUnavailable
 */
export async function readCertificate(
  { db, storage }: Pick<CertificateParts, 'db' | 'storage'>,
  workspaceId: string,
  issued: IssuedCertificate,
): Promise<{ file: Buffer; sha256: Buffer }> {
  const recorded = await recordedPayload(db.in(workspaceId), issued.ledgerIndex)
  try {
    const file = await buffer(await openCertificate(storage, workspaceId, issued))
    const sha256 = createHash('sha256').update(file).digest()
    if (sha256.toString('hex') !== recorded?.['sha256'])
      throw new ContentAltered(certificateKey(workspaceId, issued))
    return { file, sha256 }
  } catch (error) {
    throw fileRefusal('CERTIFICATE_UNAVAILABLE', error) ?? error
  }
}

/**
 * Returns the stored bytes of an issued certificate, without checking them.
 * @throws ObjectMissing; StorageUnavailable
 */
export async function openCertificate(
  storage: Storage,
  workspaceId: string,
  issued: Pick<IssuedCertificate, 'calibrationId' | 'certificateId'>,
): Promise<Readable> {
  try {
    return await storage.read(certificateKey(workspaceId, issued))
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error
    return storage.read(earlierKey(workspaceId, issued.calibrationId))
  }
}

/** A certificate whose file is stored but which has not been issued yet. */
export type MadeCertificate = Omit<IssuedCertificate, 'ledgerIndex'>

/** Typesets the file and stores it. */
export async function makeFile(
  { typesetter, storage }: CertificateParts,
  workspaceId: string,
  { data, assetTag, ...draft }: Draft,
): Promise<MadeCertificate> {
  const isLarge = isLargeCertificate(data.points?.measurements.length ?? null)
  const file = await typesetter.set(certificatePages(data), { workspaceId, isLarge })
  await storage.put(certificateKey(workspaceId, draft), file, 'application/pdf')
  return {
    ...draft,
    number: data.number,
    fileName: certificateFileName(data.number, assetTag),
    printed: {
      laboratory: data.laboratory.name,
      item: [data.item.assetTag, data.item.name].join(' · '),
      performedOn: data.performedOn,
      issuedOn: data.issuedOn,
      result: data.result,
    },
    sha256: createHash('sha256').update(file).digest(),
    sizeBytes: file.byteLength,
  }
}

/** Deletes a file that is not used; if that fails, the file does no harm. */
export async function discardFile(
  { storage }: CertificateParts,
  workspaceId: string,
  made: MadeCertificate,
): Promise<void> {
  await storage.delete(certificateKey(workspaceId, made)).catch(() => undefined)
}
