import { pointDirections, type PointConditions, type PointReads } from '@plumbline/contract'
import {
  decimalOf,
  toleranceOf,
  toleranceValues,
  type ToleranceValues,
} from '../../../components/procedure/tolerance-values.ts'
import { newKey, type PointValues } from './draft-values.ts'

/** A point as typed; several nominal values make several points. */
export interface PointFormValues {
  function: string
  channel: string
  range: string
  /** One per line. */
  nominals: string
  unit: string
  reads: PointReads
  tolerance: ToleranceValues
  /** Empty if none is required. */
  direction: string
  position: string
  conditions: string
  span: string
  resolution: string
  repeats: string
  budget_id: string
  decision_rule: string
  note: string
}

/** Returns a point as values of its form; a new one is prefilled from the point before it. */
export function formOf(point: PointValues | undefined, isNew: boolean): PointFormValues {
  return {
    function: point?.function ?? '',
    channel: point?.channel ?? '',
    range: point?.range ?? '',
    nominals: isNew ? '' : (point?.nominal.value ?? ''),
    unit: point?.nominal.unit ?? '',
    reads: point?.reads ?? 'item',
    tolerance: toleranceValues(point && (point.tolerance ?? null)),
    direction: point?.conditions?.direction ?? '',
    position: point?.conditions?.position ?? '',
    conditions: point?.conditions?.text ?? '',
    span: point?.span ?? '',
    resolution: point?.resolution ?? '',
    repeats: String(point?.repeats ?? 1),
    budget_id: point?.budget_id ?? '',
    decision_rule: point?.decision_rule ?? '',
    note: isNew ? '' : (point?.note ?? ''),
  }
}

/** A point with every member that a form states, so that no member is lost when a point is edited. */
type StatedPoint = Required<Omit<PointValues, 'id'>> & Pick<PointValues, 'id'>

/** Returns the points of a form; the first one keeps the ID of the edited point. */
export function pointsOf(values: PointFormValues, edited: PointValues | undefined): StatedPoint[] {
  const nominals = values.nominals.split(/[\s;]+/).filter((text) => text !== '')
  return nominals.map((value, index) => ({
    key: (index === 0 && edited?.key) || newKey(),
    ...(index === 0 && edited?.id && { id: edited.id }),
    function: textOrNull(values.function),
    channel: textOrNull(values.channel),
    range: textOrNull(values.range),
    nominal: { value: decimalOf(value), unit: values.unit.trim() },
    reads: values.reads,
    tolerance: toleranceOf(values.tolerance),
    conditions: conditionsOf(values),
    span: numberText(values.span),
    resolution: numberText(values.resolution),
    repeats: /^\d+$/.test(values.repeats.trim()) ? Number(values.repeats) : 1,
    budget_id: values.budget_id === '' ? null : values.budget_id,
    decision_rule: textOrNull(values.decision_rule),
    note: textOrNull(values.note),
  }))
}

function conditionsOf({ direction, position, conditions }: PointFormValues): PointConditions | null {
  const stated = {
    direction: pointDirections.find((each) => each === direction) ?? null,
    position: textOrNull(position),
    text: textOrNull(conditions),
  }
  return Object.values(stated).every((value) => value === null) ? null : stated
}

function numberText(text: string): string | null {
  return text.trim() === '' ? null : decimalOf(text)
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
