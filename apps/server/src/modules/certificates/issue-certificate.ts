import { createHash, randomBytes } from 'node:crypto'
import { because, type RefusalReason } from '@plumbline/contract'
import { systemActor, type Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/index.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { Typesetter } from '../../platform/typesetting/index.ts'
import {
  findRecord,
  findSnapshot,
  type CalibrationRow,
  type RecordRow,
  type Snapshot,
} from '../calibrations/index.ts'
import { localDate } from '../compliance/index.ts'
import { appendEntries, ledgerState } from '../ledger/index.ts'
import { findWorkspace } from '../workspaces/index.ts'
import { composeData } from './compose-data.ts'
import type { LaboratoryLogo, ReplacedCertificate } from './document/certificate-data.ts'
import { certificatePages } from './document/certificate-pages.ts'
import { checkLogo } from './document/logo.ts'
import { laboratoryOf, zoneOf } from './laboratory.ts'
import { certificatePayload } from './ledger-payload.ts'
import { certificateFileName, certificateNumber } from './rules/certificate-number.ts'
import { findIssued, insertIssued, lockIssuing, numberIsTaken, type IssuedCertificate } from './store.ts'

/** What issuing works with. */
export interface CertificateParts {
  readonly db: Database
  readonly clock: Clock
  readonly storage: Storage
  readonly typesetter: Typesetter
  /** Origin of the public pages. */
  readonly publicUrl: string
}

/** Folder of the files. */
export const CERTIFICATES_FOLDER = 'certificates/'

/** 128 bits: the address of the public page cannot be guessed. */
const PUBLIC_ID_BYTES = 16

/** The key of a certificate's file: one for each calibration, so that a cut-off attempt is simply written over. */
export function certificateKey(workspaceId: string, calibrationId: string): string {
  return `${CERTIFICATES_FOLDER}${workspaceId}/${calibrationId}`
}

/** The public page of a certificate, as its code carries it. */
export function verificationUrl(
  { publicUrl }: Pick<CertificateParts, 'publicUrl'>,
  certificateId: string,
): string {
  return `${publicUrl}/verify/${certificateId}`
}

/**
 * The certificate of a calibration: made at the first request, the same bytes for ever after. Two
 * first requests at once take turns, and the second finds what the first made.
 * @throws 404 NOT_FOUND; 404 CERTIFICATE_UNAVAILABLE saying why; 503 when the storage is away
 */
export async function certificateOf(
  parts: CertificateParts,
  actor: Actor,
  calibrationId: string,
): Promise<IssuedCertificate> {
  const queries = parts.db.in(actor.workspaceId)
  requireCertifiable(await findRecord(queries, calibrationId, actor.siteIds))
  const issued = await findIssued(queries, calibrationId)
  if (issued) return issued
  return parts.db.transaction(actor.workspaceId, async (tx) => {
    await lockIssuing(tx)
    const known = await findIssued(tx, calibrationId)
    if (known) return known
    // Looked at again: it may have been voided while this request waited its turn.
    const calibration = requireCertifiable(await findRecord(tx, calibrationId, actor.siteIds))
    return issue(parts, tx, calibration)
  })
}

/** An approved, current calibration; everything else has no certificate (contract, "Calibration record lifecycle"). */
function requireCertifiable(record: RecordRow | undefined): CalibrationRow {
  if (!record) throw notFound()
  if (record.recordType === 'void') throw unavailable(because('certificate.of_marker'))
  const reason = whyNone(record)
  if (reason !== undefined) throw unavailable(reason)
  return record
}

function unavailable(reason: RefusalReason): ApiError {
  return new ApiError('CERTIFICATE_UNAVAILABLE', { reason })
}

function whyNone(calibration: CalibrationRow): RefusalReason | undefined {
  if (calibration.voidedById !== null) return because('certificate.of_voided')
  if (calibration.supersededById !== null) return because('certificate.of_superseded')
  if (calibration.decision === null) return because('certificate.of_waiting')
  if (calibration.decision === 'rejected') return because('certificate.of_rejected')
  if (calibration.isStartingRecord) return because('certificate.of_starting_record')
  return undefined
}

async function issue(
  parts: CertificateParts,
  tx: Transaction,
  calibration: CalibrationRow,
): Promise<IssuedCertificate> {
  const { calibrationId } = calibration
  const snapshot = await findSnapshot(tx, calibrationId)
  if (!snapshot) throw new Error(`calibration ${calibrationId} froze nothing`)
  const certificateId = randomBytes(PUBLIC_ID_BYTES).toString('hex')
  const issuedAt = parts.clock.now().toISOString()
  const number = await chooseNumber(tx, calibration, localDate(issuedAt, zoneOf(snapshot)))
  const data = composeData({
    calibration,
    snapshot,
    number,
    issuedAt,
    logo: await logoOf(tx, snapshot),
    replaces: await replacedBy(tx, calibration),
    ledger: { index: calibration.ledgerIndex, ...(await ledgerState(tx)) },
    verificationUrl: verificationUrl(parts, certificateId),
  })
  const file = await parts.typesetter.set(certificatePages(data))
  await parts.storage.put(certificateKey(tx.workspaceId, calibrationId), file, 'application/pdf')
  const made = {
    calibrationId,
    certificateId,
    number,
    fileName: certificateFileName(number, snapshot.instrument.asset_tag),
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
  const ledgerIndex = await enter(parts, tx, { ...made, issuedAt })
  const issued: IssuedCertificate = { ...made, ledgerIndex, issuedAt }
  await insertIssued(tx, issued)
  return issued
}

async function enter(
  { clock }: CertificateParts,
  tx: Transaction,
  made: Omit<IssuedCertificate, 'ledgerIndex'>,
): Promise<number> {
  // The system's, not the caller's: whoever asks first is nobody's business on the public page.
  const [place] = await appendEntries(tx, clock, systemActor(tx.workspaceId, 'certificates'), [
    {
      kind: 'certificate.issued',
      subject: { type: 'certificate', id: made.certificateId },
      payload: certificatePayload.write({
        ...made,
        printed: { ...made.printed },
        sha256: made.sha256.toString('hex'),
      }),
    },
  ])
  return place.index
}

/** The laboratory's own number where an in-house record brings one that is still free. */
async function chooseNumber(tx: Transaction, calibration: CalibrationRow, issuedOn: string): Promise<string> {
  const own = calibration.certificateNumber?.trim()
  const inHouse = calibration.calibrationType !== 'external_certificate'
  if (own && inHouse && !(await numberIsTaken(tx, own))) return own
  return certificateNumber(issuedOn, calibration.ledgerIndex)
}

/** The logo that the record froze, unless the laboratory has taken another one since. */
async function logoOf(tx: Transaction, snapshot: Snapshot): Promise<LaboratoryLogo | undefined> {
  const { logo_sha256: frozen } = laboratoryOf(snapshot.workspace.laboratory, snapshot.site.laboratory)
  const logo = (await findWorkspace(tx))?.laboratory['logo']
  if (typeof logo !== 'string' || createHash('sha256').update(logo).digest('hex') !== frozen) return undefined
  const checked = checkLogo(Buffer.from(logo, 'base64'))
  return 'logo' in checked ? checked.logo : undefined
}

/** The certificate of the record that this one corrects, when it had one. */
async function replacedBy(
  tx: Transaction,
  calibration: CalibrationRow,
): Promise<ReplacedCertificate | undefined> {
  if (calibration.correctsId === null) return undefined
  const replaced = await findIssued(tx, calibration.correctsId)
  if (!replaced) return undefined
  return {
    number: replaced.number,
    issuedOn: replaced.printed.issuedOn,
    ...(calibration.correctionReason !== null && { reason: calibration.correctionReason }),
  }
}
