import type { CalibrationDetails } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import { findInstrument, previewBasis, type InstrumentRow } from '../../instruments/index.ts'
import { unknownStandards } from '../../standards/index.ts'
import { basisChange } from '../write/effect.ts'
import { approvalObstaclesOf } from './four-eyes.ts'
import { policyInForce } from './policy-in-force.ts'
import { statusOf } from '../serialize.ts'
import { findCalibration, findCounting, findSnapshot } from '../read-store.ts'
import type { CalibrationRow } from '../record.ts'
import { findRequirementsAtAppend, requirementsAtAppend } from '../requirements-in-force.ts'
import type { Snapshot } from '../snapshot.ts'
import {
  findDecisionParticulars,
  findOpenCorrection,
  findEntriesOfRecord,
  type EntryOfRecord,
} from './details-store.ts'

/**
 * Returns what the page of a record shows in addition to the record: its ledger index, who may approve it, and
 * the consequences of voiding it.
 * @throws 404 NOT_FOUND for records outside the caller's reach, and for void markers
 */
export async function readDetails(
  queries: WorkspaceQueries,
  caller: Caller,
  calibrationId: string,
): Promise<CalibrationDetails> {
  const row = await findCalibration(queries, calibrationId, caller.siteIds)
  const instrument = row && (await findInstrument(queries, row.instrumentId, caller.siteIds))
  if (!row || !instrument) throw notFound()
  const policy = await policyInForce(queries, caller, { ...instrument, ledgerIndex: row.ledgerIndex })
  const [snapshot, then, entries, decision, openCorrectionId, obstacles] = await Promise.all([
    findSnapshot(queries, row.calibrationId),
    findRequirementsAtAppend(queries, row),
    findEntriesOfRecord(queries, row.calibrationId),
    findDecisionParticulars(queries, row.calibrationId),
    findOpenCorrection(queries, row.calibrationId),
    approvalObstaclesOf(queries, caller, [row], [policy]),
  ])
  if (!snapshot) throw new Error(`calibration ${row.calibrationId} froze nothing`)
  const canBeVoided = row.decision !== 'rejected' && statusOf(row) === 'current' && openCorrectionId === null
  return {
    as_recorded: asRecorded(snapshot),
    performer: { id: row.performedByPersonId, name: row.performedBy },
    // The catalog of a later release may have dropped a standard; the others are still required.
    standards_in_force: knownStandards(requirementsAtAppend(caller.workspace, then).standards),
    requires_electronic_signature: policy.signature,
    approval_obstacle: obstacles[0] ?? null,
    approved_automatically: decision?.isAutomatic ?? false,
    signed_leaf_hash: decision?.signedLeafHash ?? null,
    ledger: entries.map(serializeEntry),
    open_correction_id: openCorrectionId,
    after_void: canBeVoided ? await afterVoid(queries, caller, instrument, row) : null,
  }
}

function knownStandards(keys: readonly string[]): string[] {
  const unknown = unknownStandards(keys)
  return keys.filter((key) => !unknown.includes(key))
}

function serializeEntry(entry: EntryOfRecord): CalibrationDetails['ledger'][number] {
  const { index, at, kind, actorType: type, leafHash, payload } = entry
  const { actor_name: name, reason = null } = JSON.parse(payload) as { actor_name: string; reason?: string }
  return { index, at, kind, actor: { type, name }, reason, leaf_hash: leafHash }
}

async function afterVoid(
  queries: WorkspaceQueries,
  { workspace }: Caller,
  instrument: InstrumentRow,
  { calibrationId }: CalibrationRow,
): Promise<CalibrationDetails['after_void']> {
  const remaining = await findCounting(queries, instrument.instrumentId, calibrationId)
  const change = basisChange(instrument, workspace.timeZone, { remaining, ended: calibrationId })
  const { basis } = change
  const { dueDate, isQuarantined } = previewBasis(instrument, workspace, change)
  return {
    counts_now: instrument.basisCalibrationId === calibrationId,
    basis: basis && {
      calibration_id: basis.calibrationId,
      performed_at: basis.performedAt,
      result: basis.result,
    },
    due_date: dueDate,
    quarantine: quarantineStep(instrument.isQuarantined, isQuarantined),
  }
}

function quarantineStep(before: boolean, after: boolean): 'set' | 'lifted' | null {
  if (before === after) return null
  return after ? 'set' : 'lifted'
}

function asRecorded({ instrument, workspace, site, location }: Snapshot): CalibrationDetails['as_recorded'] {
  const { asset_tag, name, manufacturer, model, serial_number, unit_of_measure } = instrument
  return {
    laboratory: workspace.name,
    site: site.name,
    location: location?.name ?? null,
    asset_tag,
    name,
    manufacturer,
    model,
    serial_number,
    unit_of_measure,
  }
}
