import { createHash, randomBytes } from 'node:crypto'
import type { WorkspaceQueries } from '../../platform/db/index.ts'
import { findMeasurements, findSnapshot, type CalibrationRow, type Snapshot } from '../calibrations/index.ts'
import { localDate } from '../compliance/index.ts'
import { ledgerState } from '../ledger/index.ts'
import { findWorkspace } from '../workspaces/index.ts'
import { composeData } from './compose-data.ts'
import type { CertificateData, LaboratoryLogo, ReplacedCertificate } from './document/certificate-data.ts'
import { checkLogo } from './document/logo.ts'
import { laboratoryOf, zoneOf } from './laboratory.ts'
import { verificationUrl, type CertificateParts } from './parts.ts'
import { certificateNumber } from './rules/certificate-number.ts'
import { findIssued, numberIsTaken } from './store.ts'

/** 128 bits, so that the address of the public page cannot be guessed. */
const PUBLIC_ID_BYTES = 16

/** The content of a certificate before it is typeset. */
export interface Draft {
  readonly calibrationId: string
  readonly certificateId: string
  readonly issuedAt: string
  readonly assetTag: string
  readonly data: CertificateData
}

/** Composes the content of a certificate of a calibration, under a new ID. */
export async function draftCertificate(
  parts: Pick<CertificateParts, 'clock' | 'publicUrl'>,
  queries: WorkspaceQueries,
  calibration: CalibrationRow,
): Promise<Draft> {
  const { calibrationId } = calibration
  const snapshot = await findSnapshot(queries, calibrationId)
  if (!snapshot) throw new Error(`calibration ${calibrationId} froze nothing`)
  const certificateId = randomBytes(PUBLIC_ID_BYTES).toString('hex')
  const issuedAt = parts.clock.now().toISOString()
  const data = composeData({
    calibration,
    snapshot,
    measurements:
      calibration.measurementCount === null ? null : await findMeasurements(queries, calibrationId),
    number: await chooseNumber(queries, calibration, localDate(issuedAt, zoneOf(snapshot))),
    issuedAt,
    logo: await logoOf(queries, snapshot),
    replaces: await replacedBy(queries, calibration),
    ledger: { index: calibration.ledgerIndex, ...(await ledgerState(queries)) },
    verificationUrl: verificationUrl(parts, certificateId),
  })
  return { calibrationId, certificateId, issuedAt, assetTag: snapshot.instrument.asset_tag, data }
}

/** Returns the laboratory's own number if an in-house record states one that is still free. */
async function chooseNumber(
  queries: WorkspaceQueries,
  calibration: CalibrationRow,
  issuedOn: string,
): Promise<string> {
  const own = calibration.certificateNumber?.trim()
  const inHouse = calibration.calibrationType !== 'external_certificate'
  if (own && inHouse && !(await numberIsTaken(queries, own))) return own
  return certificateNumber(issuedOn, calibration.ledgerIndex)
}

/** Returns the logo frozen by the record, unless the laboratory has replaced it since. */
async function logoOf(queries: WorkspaceQueries, snapshot: Snapshot): Promise<LaboratoryLogo | undefined> {
  const { logo_sha256: frozen } = laboratoryOf(snapshot.workspace.laboratory, snapshot.site.laboratory)
  const logo = (await findWorkspace(queries))?.laboratory['logo']
  if (typeof logo !== 'string' || createHash('sha256').update(logo).digest('hex') !== frozen) return undefined
  const checked = checkLogo(Buffer.from(logo, 'base64'))
  return 'logo' in checked ? checked.logo : undefined
}

/** Returns the certificate of the record that this one corrects, if there was one. */
async function replacedBy(
  queries: WorkspaceQueries,
  calibration: CalibrationRow,
): Promise<ReplacedCertificate | undefined> {
  if (calibration.correctsId === null) return undefined
  const replaced = await findIssued(queries, calibration.correctsId)
  if (!replaced) return undefined
  return {
    number: replaced.number,
    issuedOn: replaced.printed.issuedOn,
    ...(calibration.correctionReason !== null && { reason: calibration.correctionReason }),
  }
}
