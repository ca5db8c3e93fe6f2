import { because, type RefusalReason } from '@plumbline/contract'
import { systemActor, type Actor } from '../../platform/actor.ts'
import { makeOnce, type Claim, type Claimable } from '../../platform/claims/index.ts'
import { violatedUnique } from '../../platform/db/index.ts'
import { ApiError, notFound } from '../../platform/errors.ts'
import { findRecord, type CalibrationRow, type RecordRow } from '../calibrations/index.ts'
import { appendEntries } from '../ledger/index.ts'
import { discardFile, makeFile, type MadeCertificate } from './files/certificate-file.ts'
import { draftCertificate } from './draft-certificate.ts'
import { certificatePayload } from './ledger-payload.ts'
import type { CertificateParts } from './parts.ts'
import { refuseUnprepared } from './prepare-certificates.ts'
import { isLargeCertificate } from './rules/large-certificate.ts'
import { findIssued, insertIssued, type IssuedCertificate } from './store.ts'

/**
 * Returns the certificate of a calibration. It is created at the first request, and its bytes never change. A large
 * one is created in the background, and refused until it is available.
 * @throws 404 NOT_FOUND; 404 CERTIFICATE_UNAVAILABLE with the reason; 503 if the storage is unavailable, or while the
 * certificate is being created
 */
export async function certificateOf(
  parts: CertificateParts,
  actor: Actor,
  calibrationId: string,
): Promise<IssuedCertificate> {
  return findOrMake(parts, actor, calibrationId, async (record) => {
    if (isLargeCertificate(record.measurementCount))
      await refuseUnprepared(parts.db, actor.workspaceId, record)
  })
}

/** Like `certificateOf`, however long it takes. */
export async function makeCertificate(
  parts: CertificateParts,
  actor: Actor,
  calibrationId: string,
): Promise<IssuedCertificate> {
  return findOrMake(parts, actor, calibrationId, async () => undefined)
}

/**
 * If two callers request a certificate for the first time, one creates it, without holding a connection while the
 * file is typeset and stored, and the other waits for it.
 * @param mayMake throws if a missing certificate must not be created
 */
async function findOrMake(
  parts: CertificateParts,
  actor: Actor,
  calibrationId: string,
  mayMake: (record: CalibrationRow) => Promise<void>,
): Promise<IssuedCertificate> {
  const { db } = parts
  return makeOnce(db, actor.workspaceId, certificateClaim(calibrationId), {
    find: async () => {
      const queries = db.in(actor.workspaceId)
      const record = requireCertifiable(await findRecord(queries, calibrationId, actor.siteIds))
      const issued = await findIssued(queries, calibrationId)
      if (!issued) await mayMake(record)
      return issued
    },
    make: (claim) => issue(parts, actor, calibrationId, claim),
  })
}

/** Returns the lock for issuing the certificate of a calibration and for deleting its files. */
export function certificateClaim(calibrationId: string): Claimable {
  return { kind: 'certificate', subjectId: calibrationId }
}

/**
 * Requires an approved, current calibration; any other record has no certificate (contract, "Calibration record
 * lifecycle").
 */
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

/** Maximum number of attempts with another number if the first one was taken in the meantime. */
const NUMBERS_TRIED_MAX = 3

async function issue(
  parts: CertificateParts,
  actor: Actor,
  calibrationId: string,
  claim: Claim,
): Promise<IssuedCertificate | undefined> {
  for (let tried = 1; ; tried += 1) {
    // A single snapshot: the certificate must not show a state that never existed.
    const draft = await parts.db.snapshot(actor.workspaceId, async (queries) => {
      const calibration = requireCertifiable(await findRecord(queries, calibrationId, actor.siteIds))
      return draftCertificate(parts, queries, calibration)
    })
    const made = await makeFile(parts, actor.workspaceId, draft)
    try {
      const issued = await enter(parts, actor, claim, made)
      if (!issued) await discardFile(parts, actor.workspaceId, made)
      return issued
    } catch (error) {
      // Nothing was committed; after any other failure that is uncertain, so the file is kept.
      const isRefused = error instanceof ApiError || violatedUnique(error) !== undefined
      if (isRefused) await discardFile(parts, actor.workspaceId, made)
      if (violatedUnique(error) !== 'certificate_number_key' || tried === NUMBERS_TRIED_MAX) throw error
    }
  }
}

/** Issues what was created; undefined if another process is issuing it or already has. */
async function enter(
  { db, clock }: CertificateParts,
  actor: Actor,
  claim: Claim,
  made: MadeCertificate,
): Promise<IssuedCertificate | undefined> {
  return db.transaction(actor.workspaceId, async (tx) => {
    if (!(await claim.finish(tx))) return undefined
    // The system's entry, not the caller's: the public page must not reveal who requested it first.
    const [appended] = await appendEntries(tx, clock, systemActor(tx.workspaceId, 'certificates'), [
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
    // After locking the ledger's head, so that an earlier void or correction is visible.
    requireCertifiable(await findRecord(tx, made.calibrationId, actor.siteIds))
    const issued: IssuedCertificate = { ...made, ledgerIndex: appended.index }
    await insertIssued(tx, issued)
    return issued
  })
}
