import type { Finding, TouchedItem } from '@plumbline/contract'
import type { FindingRow, TouchedRow } from './finding.ts'
import type { NamedCalibration } from './store.ts'

/** Returns a finding in API form. */
export function serializeFinding(row: FindingRow): Finding {
  const { ownerPersonId: id, ownerName: name } = row
  return {
    id: row.findingId,
    status: row.closedAt === null ? 'open' : 'closed',
    instrument: { id: row.instrumentId, asset_tag: row.assetTag, name: row.instrumentName },
    calibration_id: row.calibrationId,
    result: row.result,
    performed_at: row.performedAt,
    opened_at: row.openedAt,
    opened_by: row.openedBy,
    points: [...row.points],
    size_percent: row.sizePercent,
    owner: id === null ? null : { id, name: name ?? '' },
    due_date: row.dueDate,
    closed_at: row.closedAt,
    closed_by: row.closedBy,
    closed_because: row.closedBecause,
    conclusion: row.conclusion,
    signature_meaning: row.signatureMeaning,
  }
}

/** Returns a calibration that a finding affects, in API form. */
export function serializeTouched(
  { level, viaId, judgement }: TouchedRow,
  named: NamedCalibration,
): TouchedItem {
  return {
    calibration_id: named.calibrationId,
    instrument: { id: named.instrumentId, asset_tag: named.assetTag, name: named.instrumentName },
    performed_at: named.performedAt,
    result: named.result,
    level,
    via: { id: viaId, asset_tag: named.viaTag, name: named.viaName },
    judgement: judgement?.judgement ?? null,
    reason: judgement?.reason ?? null,
    judged_at: judgement?.judgedAt ?? null,
    judged_by: judgement?.judgedBy ?? null,
  }
}
