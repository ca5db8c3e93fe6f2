import { MeasuredPhase, Measurement, MeasurementDecision } from '@plumbline/contract'
import { ENGINE_VERSION } from '@plumbline/contract/measurement'
import type { CanonicalValue } from '../ledger/index.ts'
import type { FrozenStandard } from './snapshot.ts'

/** The points of a record as they were computed when it was made. */
export interface RecordedMeasurements {
  /** Version of the rules that computed them. */
  readonly engine: string
  readonly points: readonly Measurement[]
  /** Standards that single points name, each as it was when it was used. */
  readonly standards: readonly FrozenStandard[]
}

/** An object as the ledger has it: members that are null are left out, which saves a third of a record with points. */
export type FrozenMembers = { [member: string]: CanonicalValue }

/**
 * The same as the ledger has it, where numbers other than integers are texts, so that an entry has one form.
 * A type, so that it is a canonical value.
 */
export type LedgerMeasurements = {
  engine: string
  points: FrozenMembers[]
  standards: FrozenStandard[]
}

/** Freezes computed points, for the ledger. */
export function freezeMeasurements(
  points: readonly Measurement[],
  standards: readonly FrozenStandard[],
): LedgerMeasurements {
  return ledgerMeasurements({ engine: ENGINE_VERSION, points, standards })
}

/** Points as the ledger has them. */
export function ledgerMeasurements({ engine, points, standards }: RecordedMeasurements): LedgerMeasurements {
  return { engine, points: points.map(freezePoint), standards: [...standards] }
}

function freezePoint(point: Measurement): FrozenMembers {
  const { as_found: asFound, as_left: asLeft, decision } = point
  return present({
    ...point,
    as_found: asFound && present(asFound),
    as_left: asLeft && present(asLeft),
    decision: decision && present(decision),
  })
}

function present(members: object): FrozenMembers {
  const frozen: FrozenMembers = {}
  for (const [name, value] of Object.entries(members) as [string, CanonicalValue][]) {
    if (value !== null) frozen[name] = typeof value === 'number' ? String(value) : value
  }
  return frozen
}

const pointMembers = Object.keys(Measurement.properties)
const phaseMembers = Object.keys(MeasuredPhase.properties)
const decisionMembers = Object.keys(MeasurementDecision.properties)

/** Members of a decision that are doubles. */
const DOUBLES = [
  'tur',
  'conformance_probability',
  'false_accept_probability',
  'false_reject_probability',
] as const

/** Reads frozen points. */
export function readMeasurements({ engine, points, standards }: LedgerMeasurements): RecordedMeasurements {
  return { engine, points: points.map(readPoint), standards }
}

/** Reads one frozen point. */
export function readPoint(frozen: FrozenMembers): Measurement {
  const { as_found: asFound, as_left: asLeft, decision } = frozen
  const point = {
    ...whole(pointMembers, frozen),
    as_found: asFound === undefined ? null : whole(phaseMembers, asFound),
    as_left: asLeft === undefined ? null : whole(phaseMembers, asLeft),
    decision: decision === undefined ? null : readDecision(decision),
  }
  return point as unknown as Measurement // It was frozen as one.
}

function whole(members: readonly string[], frozen: CanonicalValue): Record<string, CanonicalValue> {
  const found = frozen as FrozenMembers
  const read: Record<string, CanonicalValue> = {}
  for (const name of members) read[name] = found[name] ?? null
  return read
}

function readDecision(frozen: CanonicalValue): Record<string, CanonicalValue> {
  const decision = whole(decisionMembers, frozen)
  for (const name of DOUBLES) if (decision[name] !== null) decision[name] = Number(decision[name])
  return decision
}
