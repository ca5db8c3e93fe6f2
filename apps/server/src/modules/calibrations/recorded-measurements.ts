import type { Measurement, MeasurementDecision } from '@plumbline/contract'
import { ENGINE_VERSION } from '@plumbline/contract/measurement'
import type { FrozenStandard } from './snapshot.ts'

/** The points of a record as they were computed when it was made. */
export interface RecordedMeasurements {
  /** Version of the rules that computed them. */
  readonly engine: string
  readonly points: readonly Measurement[]
  /** Standards that single points name, each as it was when it was used. */
  readonly standards: readonly FrozenStandard[]
}

/** Members of a decision that are doubles. */
const DOUBLES = [
  'tur',
  'conformance_probability',
  'false_accept_probability',
  'false_reject_probability',
] as const
type DoubleName = (typeof DOUBLES)[number]

type LedgerDecision = Omit<MeasurementDecision, DoubleName> & Record<DoubleName, string | null>

/**
 * The same as the ledger has it, where numbers other than integers are texts, so that an entry has one form.
 * A type, so that it is a canonical value.
 */
export type LedgerMeasurements = {
  engine: string
  points: (Omit<Measurement, 'decision'> & { decision: LedgerDecision | null })[]
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
  return {
    engine,
    points: points.map((point) => ({ ...point, decision: point.decision && freezeDecision(point.decision) })),
    standards: [...standards],
  }
}

function freezeDecision(decision: MeasurementDecision): LedgerDecision {
  const texts = DOUBLES.map((name) => [name, decision[name] === null ? null : String(decision[name])])
  return { ...decision, ...(Object.fromEntries(texts) as Record<DoubleName, string | null>) }
}

/** Reads frozen points. */
export function readMeasurements({ engine, points, standards }: LedgerMeasurements): RecordedMeasurements {
  return {
    engine,
    points: points.map((point) => ({ ...point, decision: point.decision && readDecision(point.decision) })),
    standards,
  }
}

function readDecision(decision: LedgerDecision): MeasurementDecision {
  const doubles = DOUBLES.map((name) => [name, decision[name] === null ? null : Number(decision[name])])
  return { ...decision, ...(Object.fromEntries(doubles) as Record<DoubleName, number | null>) }
}
