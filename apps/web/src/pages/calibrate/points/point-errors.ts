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

/** Returns what prevents points from being computed, as the server would report it, or undefined. */
export function pointFaults({ entries, results }: FormPoints): ApiFailure | undefined {
  const stated = entries.flatMap((entry, index) => (isStated(entry) ? [results[index]!.issues] : []))
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

/** The errors of a form, with those of points by cell. */
export interface ErrorsByCell {
  /** Messages by ID of the cell's element. */
  readonly cells: Readonly<Record<string, string>>
  /** Labels of the points, by field name. */
  readonly labels: Readonly<Record<string, string>>
  /** IDs of the cells' elements, by field name. */
  readonly ids: Readonly<Record<string, string>>
}

/** Assigns errors of fields such as `measurements.3.as_found.readings.0` to cells. */
export function errorsByCell(
  errors: Readonly<Record<string, string>>,
  entries: readonly PointEntry[],
): ErrorsByCell {
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

/** Returns the cell of a member of a point; members without a cell are shown at the first reading. */
function columnAt(path: IssuePath, entry: PointEntry): CellColumn {
  const [member, part, index] = path.map(String)
  if (entry.isOwn && member === 'nominal') return part === 'unit' ? 'unit' : 'nominal'
  if (entry.isOwn && member === 'tolerance') return 'tolerance'
  if (member !== 'as_found' && member !== 'as_left') return 'found.0'
  const phase: Phase = member === 'as_found' ? 'found' : 'left'
  return `${phase}.${cellOfReading(entry, phase, Number(index ?? 0))}`
}

/** Cells without a reading are not sent. */
function cellOfReading(entry: PointEntry, phase: Phase, index: number): number {
  const filled = entry[phase].readings.flatMap((reading, cell) => (isBlank(reading) ? [] : [cell]))
  return filled[index] ?? 0
}
