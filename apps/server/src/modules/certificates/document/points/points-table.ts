import type { DecisionOutcome, MeasuredPhase, Measurement } from '@plumbline/contract'
import { isMeasuredPhase, lacksFinalPhase } from '@plumbline/contract/measurement'
import { capabilityAboveOf, expandedOfPoint, scopeLineOf } from '@plumbline/contract/reading'
import { fill } from '../../../../platform/messages.ts'
import { present } from '../compose-section.ts'
import type { Messages } from '../messages.ts'
import type { AlignedQuantity, Cell, PointCell, PointLines, PointsTable } from '../page-model.ts'
import { cellOf } from '../quantity.ts'
import {
  columnsOf,
  type ColumnName,
  type CommonCoverage,
  type NamedColumn,
  type Paper,
} from './point-columns.ts'
import { outcomeOf } from './point-assessment.ts'
import { coverageWords } from './coverage-words.ts'
import { expandedOf, phaseNumbers, uncertaintyOf } from './point-numbers.ts'

/** Outcomes that readers must not miss. */
const ADVERSE: ReadonlySet<DecisionOutcome> = new Set(['fail', 'conditional_fail', 'nonconforming'])

/** A point and its number, which is its position in the record. */
interface NumberedPoint {
  readonly number: number
  readonly point: Measurement
}

/**
 * Returns the points of a record as tables of texts: one for each function, channel, range and unit, in the order in
 * which they first occur, each with its points in the order of the record. Nothing is computed here: mean, deviation,
 * limits and decision are those frozen by the record; they are only rounded.
 */
export function pointsTables(
  points: readonly Measurement[],
  coverage: CommonCoverage,
  paper: Paper,
): PointsTable[] {
  const numbered = points.map((point, index) => ({ number: index + 1, point }))
  const groups = Map.groupBy(numbered, ({ point }) =>
    JSON.stringify([point.function, point.channel, point.range, point.nominal?.unit.trim(), point.reads]),
  )
  return [...groups.values()].map((group) => tableOf(group, coverage, paper))
}

function tableOf(group: readonly NumberedPoint[], coverage: CommonCoverage, paper: Paper): PointsTable {
  const { messages } = paper
  const columns = columnsOf(
    group.map(({ point }) => point),
    coverage,
    paper,
  )
  const caption = captionOf(group[0]!.point, messages)
  const lines = group.map((each) => linesOf(each, columns, paper))
  const cells = cellsByColumn(lines, columns.length)
  return {
    ...(caption ? { caption } : {}),
    numberLabel: messages.pointNumber,
    columns: columns.map(({ label, unit, isNumber }, index) => ({
      label,
      ...(unit ? { unit } : {}),
      ...(isNumber ? { widest: widestIn(cells[index]!) } : { longest: longestIn(cells[index]!) }),
    })),
    points: lines,
  }
}

/** Returns the cells of each column, without those that span several. */
function cellsByColumn(points: readonly PointLines[], columns: number): Cell[][] {
  const cells: Cell[][] = Array.from({ length: columns }, () => [])
  for (const line of points.flatMap(({ lines }) => lines)) {
    let column = 0
    for (const { cell, span = 1 } of line) {
      if (span === 1) cells[column]!.push(cell)
      column += span
    }
  }
  return cells
}

/** Returns the widest parts of numbers. All digits have the same width, and a sign is narrower. */
export function widestIn(cells: readonly Cell[]): AlignedQuantity {
  const widest = { lead: '', tail: '', unit: '' }
  for (const cell of cells) {
    if (!('quantity' in cell)) continue
    for (const part of ['lead', 'tail', 'unit'] as const) {
      if (room(cell.quantity[part]) > room(widest[part])) widest[part] = cell.quantity[part]
    }
  }
  return widest
}

function room(text: string): number {
  return text.length - (/[+-]/.test(text) ? 0.5 : 0)
}

export function longestIn(cells: readonly Cell[]): string {
  const texts = cells.map((cell) => ('text' in cell ? cell.text : ''))
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}

function captionOf({ function: measured, channel, range }: Measurement, messages: Messages): string {
  const named = present(range)
  return [present(measured), present(channel), named && fill(messages.pointRange, { range: named })]
    .filter((part) => part !== undefined)
    .join(', ')
}

/** Returns one line for each phase with readings, at least one, followed by remarks about the point. */
function linesOf(
  { number, point }: NumberedPoint,
  columns: readonly NamedColumn[],
  paper: Paper,
): PointLines {
  const { messages } = paper
  const phases = [
    { phase: point.as_found, label: messages.asFound },
    { phase: point.as_left, label: messages.asLeft },
  ].filter(({ phase }) => isMeasuredPhase(phase))
  const measured = phases.length > 0 ? phases : [{ phase: null, label: '' }]
  return {
    number: String(number),
    lines: measured.map(({ phase, label }, index) => {
      const cells = cellsOf(point, phase, columns, { messages, isFirst: index === 0 })
      const first = index === 0 ? pointCells(point, messages) : {}
      return spread(columns, { ...cells, ...first, ...(label ? { phase: { cell: { text: label } } } : {}) })
    }),
    remarks: remarksOf(point, paper),
  }
}

type Cells = Partial<Record<ColumnName, PointCell>>

/** Cells that are printed once per point, in its first line. */
function pointCells({ nominal, tolerance, conditions }: Measurement, messages: Messages): Cells {
  const judged = present(tolerance?.text)
  const position = present(conditions?.position)
  return {
    ...(nominal ? { nominal: { cell: numberCell(nominal.value) } } : {}),
    ...(conditions?.direction
      ? { direction: { cell: { text: messages[`direction_${conditions.direction}`] } } }
      : {}),
    ...(position ? { position: { cell: { text: position } } } : {}),
    ...(judged ? { lower: { cell: { text: judged }, span: 2 }, tolerance: { cell: { text: judged } } } : {}),
  }
}

/** Cells for the readings of one phase. */
function cellsOf(
  point: Measurement,
  phase: MeasuredPhase | null,
  columns: readonly NamedColumn[],
  { messages, isFirst }: { messages: Messages; isFirst: boolean },
): Cells {
  if (phase === null) return {}
  if (phase.mean === null) {
    return {
      value: { cell: { text: phase.observed ?? '' } },
      ...(phase.judgement ? { assessment: judgementCell(phase.judgement, messages) } : {}),
    }
  }
  const { mean, reference, deviation, lower, upper } = phaseNumbers(phase, point)
  const outcome = outcomeOf(point, phase)
  return {
    value: { cell: numberCell(mean) },
    ...(reference === null ? {} : { reference: { cell: numberCell(reference) } }),
    ...(deviation === null ? {} : { deviation: { cell: numberCell(deviation) } }),
    ...(lower === null && upper === null ? {} : { lower: limitCell(lower), upper: limitCell(upper) }),
    // The point's uncertainty is in its first line.
    ...(isFirst || phase.uncertainty ? uncertaintyCells(point, phase, columns) : {}),
    ...(outcome ? { assessment: assessed(outcome, messages) } : {}),
  }
}

function uncertaintyCells(point: Measurement, phase: MeasuredPhase, columns: readonly NamedColumn[]): Cells {
  const expanded = expandedOf(phase, point)
  if (expanded === null) return {}
  const hasUnit = columns.find(({ name }) => name === 'uncertainty')?.unit === undefined
  return {
    uncertainty: { cell: numberCell(expanded.text, hasUnit ? expanded.unit : '') },
    factor: { cell: { text: coverageWords(uncertaintyOf(phase, point)!) } },
  }
}

function judgementCell(judgement: NonNullable<MeasuredPhase['judgement']>, messages: Messages): PointCell {
  const cell = { text: messages[`judgement_${judgement}`] }
  return judgement === 'conforms' ? { cell } : { cell, strong: true }
}

function assessed(outcome: DecisionOutcome, messages: Messages): PointCell {
  return {
    cell: { text: messages[`outcome_${outcome}`] },
    ...(ADVERSE.has(outcome) ? { strong: true } : {}),
  }
}

/** Returns the individual readings of a mean, reasons, and what the record notes about the point. */
function remarksOf(point: Measurement, { messages, provider, scope }: Paper): string[] {
  const { as_found: found, as_left: left, conditions } = point
  const external = provider ? fill(messages.pointExternalBy, { provider }) : messages.pointExternal
  return [
    readingsText(found, messages.readingsAsFound),
    reasonText(found?.not_applicable, messages.asFoundNotApplicable),
    readingsText(left, messages.readingsAsLeft),
    reasonText(left?.not_applicable, messages.asLeftNotApplicable),
    reasonText(left?.unchanged, messages.asLeftUnchanged),
    lacksFinalPhase(point) ? messages.notMeasuredAfterAdjustment : undefined,
    present(conditions?.text),
    point.external ? external : undefined,
    ...scopeRemarks(point, scope, messages),
    present(point.note),
  ].filter((remark) => remark !== undefined)
}

/** Returns what the accreditation does not cover, and the capability if the uncertainty is below it (ILAC-P14). */
function scopeRemarks(point: Measurement, scope: Paper['scope'], messages: Messages): (string | undefined)[] {
  const { function: quantity, nominal } = point
  const line = scope && scopeLineOf(scope, { quantity, nominal })
  const isOutside = point.accredited === false || (scope !== undefined && line === undefined)
  if (isOutside) return [messages.pointNotAccredited]
  const stated = expandedOfPoint(point)
  const capability = stated && capabilityAboveOf(line, nominal!, stated)
  return capability === null ? [] : [fill(messages.pointCapability, { capability })]
}

function readingsText(phase: MeasuredPhase | null, text: string): string | undefined {
  return phase && phase.readings.length > 1 ? fill(text, { readings: phase.readings.join('; ') }) : undefined
}

function reasonText(given: string | null | undefined, text: string): string | undefined {
  const reason = present(given)
  return reason && fill(text, { reason })
}

/** Returns the cells of a line in the order of the columns; one that spans two columns replaces the next. */
function spread(columns: readonly NamedColumn[], cells: Cells): PointCell[] {
  const line: PointCell[] = []
  let covered = 0
  for (const { name } of columns) {
    if (covered > 0) {
      covered -= 1
      continue
    }
    const cell = cells[name] ?? { cell: { text: '' } }
    covered = (cell.span ?? 1) - 1
    line.push(cell)
  }
  return line
}

/** Returns the cell of a limit: a dash if a tolerance has no limit on that side. */
function limitCell(limit: string | null): PointCell {
  return { cell: limit === null ? { text: '–' } : numberCell(limit) }
}

/** Returns a number for its column; a number with an exponent has no decimal mark to align. */
export function numberCell(text: string, unit = ''): Cell {
  return /e/i.test(text) ? { text: `${text} ${unit}`.trim() } : cellOf(`${text} ${unit}`)
}
