import { refusalSentence } from '@plumbline/contract'
import type { IssuePath } from '@plumbline/contract/measurement'
import { isBlank } from '@plumbline/contract/tolerance'
import { ApiFailure } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import type { CellColumn } from './pasted-block.ts'
import { isStated, type Phase, type PointEntry } from './point-entry.ts'
import { pointName } from './point-words.ts'
import { cellId } from './reading-cells.tsx'
import type { FormPoints } from './use-form-points.ts'

/** What keeps points from being computed, as the server would report it; undefined where nothing does. */
export function pointFaults({ entries, results }: FormPoints): ApiFailure | undefined {
  const stated = entries.flatMap((entry, place) => (isStated(entry) ? [results[place]!.issues] : []))
  const errors = stated.flatMap((issues, index) =>
    issues.map(({ path, type, reason }) => ({
      loc: ['body', 'measurements', index, ...path],
      msg: refusalSentence(reason),
      type,
      reason,
    })),
  )
  if (errors.length === 0) return undefined
  return new ApiFailure(422, 'VALIDATION_ERROR', t('failure.fields', { count: errors.length }), { errors })
}

/** Errors of a form, those of points at their cells. */
export interface PlacedErrors {
  /** What is wrong, by the element of the cell. */
  readonly cells: Readonly<Record<string, string>>
  /** Names of the points, by the names of the fields. */
  readonly labels: Readonly<Record<string, string>>
  /** Elements of the cells, by the names of the fields. */
  readonly ids: Readonly<Record<string, string>>
}

/** Places the errors of `measurements.3.as_found.readings.0` and the like. */
export function placedErrors(
  errors: Readonly<Record<string, string>>,
  entries: readonly PointEntry[],
): PlacedErrors {
  const stated = entries.filter(isStated)
  const placed = Object.entries(errors).flatMap(([name, words]) => {
    const [member, index, ...path] = name.split('.')
    const entry = member === 'measurements' ? stated[Number(index)] : undefined
    if (!entry) return []
    return [{ name, words, id: cellId(entry.key, columnAt(path, entry)), label: pointName(entry) }]
  })
  return {
    cells: Object.fromEntries(placed.map(({ id, words }) => [id, words])),
    labels: Object.fromEntries(placed.map(({ name, label }) => [name, label])),
    ids: Object.fromEntries(placed.map(({ name, id }) => [name, id])),
  }
}

/** The cell that a member of a point stands in; what has none is shown at its first reading. */
function columnAt(path: IssuePath, entry: PointEntry): CellColumn {
  const [member, part, place] = path.map(String)
  if (entry.isOwn && member === 'nominal') return part === 'unit' ? 'unit' : 'nominal'
  if (entry.isOwn && member === 'tolerance') return 'tolerance'
  if (member !== 'as_found' && member !== 'as_left') return 'found.0'
  const phase: Phase = member === 'as_found' ? 'found' : 'left'
  return `${phase}.${cellOfReading(entry, phase, Number(place ?? 0))}`
}

/** Cells without a reading are not sent. */
function cellOfReading(entry: PointEntry, phase: Phase, place: number): number {
  const filled = entry[phase].readings.flatMap((reading, cell) => (isBlank(reading) ? [] : [cell]))
  return filled[place] ?? 0
}
