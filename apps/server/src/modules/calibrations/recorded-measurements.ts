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

/** The points of a record as computed when it was made. */
export interface RecordedMeasurements {
  /** Version of the rules that computed them. */
  readonly engine: string
  readonly points: readonly Measurement[]
  /** Standards named by individual points, each as it was when used. */
  readonly standards: readonly FrozenStandard[]
}

/**
 * An object as stored in the ledger: null members are omitted, which saves a third of the size of a record with
 * points.
 */
export type FrozenMembers = { [member: string]: CanonicalValue }

/**
 * Measurements as stored in the ledger, where numbers other than integers are strings so that an entry has exactly
 * one form. A type alias, so that it is assignable to a canonical value.
 */
export type LedgerMeasurements = {
  engine: string
  points: FrozenMembers[]
  standards: FrozenStandard[]
}

/** Freezes computed points for the ledger. */
export function freezeMeasurements(
  points: readonly Measurement[],
  standards: readonly FrozenStandard[],
): LedgerMeasurements {
  return ledgerMeasurements({ engine: ENGINE_VERSION, points, standards })
}

/** Returns points as stored in the ledger. */
export function ledgerMeasurements({ engine, points, standards }: RecordedMeasurements): LedgerMeasurements {
  return { engine, points: points.map(freezePoint), standards: [...standards] }
}

/** Returns how many points were out of tolerance as found, as counted in the column `points_out_as_found`. */
export function outAsFound({ points }: LedgerMeasurements): number {
  return points.filter(({ as_found: found }) => (found as FrozenMembers | undefined)?.['verdict'] === 'out')
    .length
}

/** The members of an object with their names. A list, because it is walked several times for each point. */
type Table = readonly (readonly [name: string, field: PointField])[]

const pointTable: Table = Object.entries(pointFields)
const phaseTable: Table = Object.entries(phaseFields)

const tablesOfKind: Readonly<Partial<Record<PointField['kind'], Table>>> = {
  phase: phaseTable,
  decision: Object.entries(decisionFields),
}

/**
 * The decision of a point is that of its final phase, so it is not frozen twice; the first version stored it only on
 * the point.
 */
function freezePoint(point: Measurement): FrozenMembers {
  const { final_phase: final } = point
  const isOfPhase = final !== null && point[final]?.decision != null
  return frozen(pointTable, isOfPhase ? { ...point, decision: null } : point)
}

/** Returns the members of a table without empty ones, with doubles as strings. */
function frozen(table: Table, members: object): FrozenMembers {
  const found: FrozenMembers = {}
  for (const [name, field] of table) {
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

/** Reads one frozen point according to the version of the rules that computed it. */
export function readPoint(members: FrozenMembers, engine: string): Measurement {
  const point = read(pointTable, members) as unknown as Measurement // It was frozen as one.
  if (engine === '1') return readFirstVersion(point, members)
  return { ...point, decision: point.final_phase && point[point.final_phase]!.decision }
}

/**
 * The first version decided only on the last measured phase, without naming it, and stored the reasons for missing
 * readings outside the phases.
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
  return read(phaseTable, { not_applicable: reason, verdict: 'not_comparable' }) as unknown as MeasuredPhase // As it is frozen now.
}

function read(table: Table, found: FrozenMembers): Record<string, CanonicalValue> {
  const members: Record<string, CanonicalValue> = {}
  for (const [name, field] of table) members[name] = readMember(field, found[name])
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
