import {
  decisionFields,
  phaseFields,
  pointFields,
  type MeasuredPhase,
  type Measurement,
  type PointField,
} from '@plumbline/contract'
import { ENGINE_VERSION, isMeasuredPhase } from '@plumbline/contract/measurement'
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

/** How many points were out of tolerance as found, as the column `points_out_as_found` counts them. */
export function outAsFound({ points }: LedgerMeasurements): number {
  return points.filter(({ as_found: found }) => (found as FrozenMembers | undefined)?.['verdict'] === 'out')
    .length
}

type Table = Readonly<Record<string, PointField>>

const tablesOfKind: Readonly<Partial<Record<PointField['kind'], Table>>> = {
  phase: phaseFields,
  decision: decisionFields,
}

/** The decision of a point is that of its final phase, and is not frozen twice; the first version had it of the point alone. */
function freezePoint(point: Measurement): FrozenMembers {
  const { final_phase: final } = point
  const isOfPhase = final !== null && point[final]?.decision != null
  return frozen(pointFields, isOfPhase ? { ...point, decision: null } : point)
}

/** The members of a table without those that say nothing, and with doubles as texts. */
function frozen(table: Table, members: object): FrozenMembers {
  const found: FrozenMembers = {}
  for (const [name, field] of Object.entries(table)) {
    const value = (members as Record<string, CanonicalValue>)[name] ?? null
    if (value === null || (Array.isArray(value) && value.length === 0)) continue
    const nested = tablesOfKind[field.kind]
    found[name] = nested ? frozen(nested, value as object) : typeof value === 'number' ? String(value) : value
  }
  return found
}

/** Reads frozen points. */
export function readMeasurements({ engine, points, standards }: LedgerMeasurements): RecordedMeasurements {
  return { engine, points: points.map((point) => readPoint(point, engine)), standards }
}

/** Reads one frozen point as the version of the rules that computed it had it. */
export function readPoint(members: FrozenMembers, engine: string): Measurement {
  const point = read(pointFields, members) as unknown as Measurement // It was frozen as one.
  if (engine === '1') return readFirstVersion(point, members)
  return { ...point, decision: point.final_phase && point[point.final_phase]!.decision }
}

/**
 * The first version decided on the last phase that was measured alone, without naming it, and had reasons for missing readings
 * beside the phases.
 */
function readFirstVersion(
  point: Measurement,
  { as_found_not_applicable: notFound, as_left_not_applicable: notLeft }: FrozenMembers,
): Measurement {
  const { as_found: found, as_left: left } = point
  return {
    ...point,
    as_found: notFound === undefined ? found : withoutReadings(notFound),
    as_left: notLeft === undefined ? left : withoutReadings(notLeft),
    final_phase: isMeasuredPhase(left) ? 'as_left' : isMeasuredPhase(found) ? 'as_found' : null,
  }
}

function withoutReadings(reason: CanonicalValue): MeasuredPhase {
  return read(phaseFields, { not_applicable: reason, verdict: 'not_comparable' }) as unknown as MeasuredPhase // As it is frozen now.
}

function read(table: Table, found: FrozenMembers): Record<string, CanonicalValue> {
  const members: Record<string, CanonicalValue> = {}
  for (const [name, field] of Object.entries(table)) members[name] = readMember(field, found[name])
  return members
}

function readMember(field: PointField, found: CanonicalValue | undefined): CanonicalValue {
  if (found === undefined || found === null) {
    return field.kind === 'readings' ? [] : (field.otherwise ?? null)
  }
  const nested = tablesOfKind[field.kind]
  if (nested) return read(nested, found as FrozenMembers)
  return field.kind === 'number' ? Number(found) : found
}
