import type { Measurement } from '../../public/measured-point.ts'
import { decimalText } from '../../tolerance/decimal.ts'
import { instrumentUnit } from '../../tolerance/unit.ts'
import { readDecimal } from '../decimal-text.ts'

/** The members that identify which point of an instrument a measurement belongs to. */
export type NamedPoint = Pick<Measurement, 'point_id' | 'function' | 'channel' | 'range' | 'nominal'> & {
  readonly conditions?: Measurement['conditions'] | undefined
}

/**
 * Returns, for each measurement of several records, a name of the point of the instrument that it belongs to; the same
 * point has the same name in all records. The name is that of the procedure's point if one is named, as long as its
 * nominal value stays the same; otherwise function, channel, range and nominal value, compared as numbers with units. A
 * measurement that names no point belongs to the point of the procedure with the same description, if there is exactly
 * one, so that series from before the procedure continue. Equal measurements of one record are numbered.
 */
export function seriesOfPoints(records: readonly (readonly NamedPoint[])[]): string[][] {
  const pointsOf = new Map<string, Set<string>>()
  for (const point of records.flat()) {
    if (point.point_id === null) continue
    const described = descriptionOf(point)
    const names = pointsOf.get(described) ?? new Set()
    pointsOf.set(described, names.add(procedureName(point.point_id, point)))
  }
  return records.map((points) => {
    const seen = new Map<string, number>()
    return points.map((point) => {
      const name = nameOf(point, pointsOf)
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      return number === 1 ? name : `${name} ${number}`
    })
  })
}

function nameOf(point: NamedPoint, pointsOf: ReadonlyMap<string, ReadonlySet<string>>): string {
  if (point.point_id !== null) return procedureName(point.point_id, point)
  const described = descriptionOf(point)
  const [only, another] = pointsOf.get(described) ?? []
  return only !== undefined && another === undefined ? only : described
}

/**
 * Returns the name of a point of a procedure. A point whose nominal value has changed is a different point: its series
 * of deviations does not continue.
 */
function procedureName(id: string, point: NamedPoint): string {
  return JSON.stringify([id, ...settingOf(point)])
}

function descriptionOf(point: NamedPoint): string {
  const { function: measured, channel, range } = point
  return JSON.stringify([measured, channel, range, ...settingOf(point)])
}

/**
 * Returns the setting of an instrument: measurements at different settings are different points, whatever else they
 * share.
 */
function settingOf({ nominal, conditions }: NamedPoint): readonly (string | null)[] {
  const value = nominal && readDecimal(nominal.value)
  return [
    value ? decimalText(value) : (nominal?.value ?? null),
    instrumentUnit(nominal?.unit),
    conditions?.direction ?? null,
  ]
}
