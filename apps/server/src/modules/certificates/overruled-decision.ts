import { isPassing } from '@plumbline/contract'
import { finalPhase } from '@plumbline/contract/measurement'
import { decideReading, rejects } from '@plumbline/contract/reading'
import type { CalibrationRow, RecordedMeasurements, Snapshot } from '../calibrations/index.ts'
import type { OverruledDecision } from './document/certificate-data.ts'

/** A record of in-house work, with its points. */
interface DecidedRecord {
  readonly calibration: CalibrationRow
  readonly snapshot: Pick<Snapshot, 'instrument'>
  readonly measurements: RecordedMeasurements | null
}

/**
 * Returns who decided on a pass that the readings do not support under the stated rule; undefined for every other
 * result.
 */
export function overruledDecision({
  calibration,
  snapshot,
  measurements,
}: DecidedRecord): OverruledDecision | undefined {
  if (!isPassing(calibration.result)) return undefined
  const reason = calibration.outOfToleranceImpact?.trim()
  const decided = { by: calibration.performedBy, ...(reason ? { reason } : {}) }
  if (measurements) {
    const { points } = measurements
    const nonconforming = points.filter(
      (point) => point.decision !== null && (rejects(point.decision) || finalPhase(point)?.verdict === 'out'),
    ).length
    return nonconforming === 0 ? undefined : { ...decided, points: { nonconforming, total: points.length } }
  }
  const ruled = decideReading({ ...calibration, unitOfMeasure: snapshot.instrument.unit_of_measure })
  return ruled && rejects(ruled.decision) ? decided : undefined
}
