import type { Measurement } from '@plumbline/contract'
import { hysteresisOf, type HysteresisPair } from '@plumbline/contract/measurement'
import { fill } from '../../../../platform/messages.ts'
import { present } from '../compose-section.ts'
import type { Messages } from '../messages.ts'
import type { Cell, PointLines, PointsTable } from '../page-model.ts'
import { differenceText, phaseNumbers } from './point-numbers.ts'
import { longestIn, numberCell, widestIn } from './points-table.ts'

/**
 * Returns the differences between points measured upwards and downwards, in a table for each function, range and
 * unit. For information only; they are not part of any statement of conformity.
 */
export function hysteresisTables(points: readonly Measurement[], messages: Messages): PointsTable[] {
  const groups = Map.groupBy(hysteresisOf(points), ({ up }) => {
    const { function: measured, range, nominal } = points[up]!
    return JSON.stringify([measured, range, nominal?.unit.trim()])
  })
  return [...groups.values()].map((pairs) => tableOf(points, pairs, messages))
}

function tableOf(
  points: readonly Measurement[],
  pairs: readonly HysteresisPair[],
  messages: Messages,
): PointsTable {
  const first = points[pairs[0]!.up]!
  const range = present(first.range)
  const unit = first.nominal?.unit.trim()
  const lines = pairs.map((pair) => linesOf(points, pair, messages))
  const labels = [messages.nominal, messages.phase, messages.rising, messages.falling, messages.hysteresis]
  const caption = [
    messages.hysteresis,
    present(first.function),
    range && fill(messages.pointRange, { range }),
  ].filter((part) => part !== undefined)
  return {
    caption: caption.join(', '),
    numberLabel: messages.pointNumber,
    columns: labels.map((label, index) => {
      const cells = lines.flatMap((point) => point.lines.map((line) => line[index]!.cell))
      return index === 1
        ? { label, longest: longestIn(cells) }
        : { label, ...(unit ? { unit } : {}), widest: widestIn(cells) }
    }),
    points: lines,
  }
}

/** Returns one line for each phase in which both points have readings. */
function linesOf(
  points: readonly Measurement[],
  { up, down, asFound, asLeft }: HysteresisPair,
  messages: Messages,
): PointLines {
  const [rising, falling] = [points[up]!, points[down]!]
  const phases = [
    { difference: asFound, label: messages.asFound, name: 'as_found' },
    { difference: asLeft, label: messages.asLeft, name: 'as_left' },
  ] as const
  const stated = phases.filter(({ difference }) => difference !== null)
  return {
    number: `${up + 1}, ${down + 1}`,
    lines: stated.map(({ difference, label, name }, index) => {
      const means = [rising, falling].map((point) => phaseNumbers(point[name]!, point).mean)
      const cells: Cell[] = [
        index === 0 ? numberCell(rising.nominal!.value) : { text: '' },
        { text: label },
        ...means.map((mean) => numberCell(mean)),
        numberCell(differenceText(difference!, means)),
      ]
      return cells.map((cell) => ({ cell }))
    }),
    remarks: [],
  }
}
