import { because, type PointOverride } from '@plumbline/contract'
import { evaluateMeasurement } from '@plumbline/contract/measurement'
import { instrumentPoints } from '@plumbline/contract/procedure'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { issuesRefusal, unusableValue, validationError } from '../../../platform/errors.ts'
import { findReleased } from '../../procedures/index.ts'
import type { InstrumentSettings } from '../body-fields.ts'
import type { InstrumentRow } from '../instrument.ts'

/** What an instrument follows, and where it differs from it. */
type Followed = Pick<InstrumentRow, 'procedureId' | 'pointOverrides'>

type Sent = Pick<InstrumentSettings, 'procedure_id' | 'point_overrides'>

/**
 * The procedure of an instrument after a change. Another procedure has other points, so that overrides end with it.
 * @throws 422 INVALID_REQUEST for a procedure that is not released; 422 VALIDATION_ERROR for overrides of points that it
 * does not have, of one point twice, without a value, or that cannot be compared with
 */
export async function procedureAfter(
  queries: WorkspaceQueries,
  row: Followed,
  { procedure_id: sentId, point_overrides: sent }: Sent,
): Promise<Followed> {
  const procedureId = sentId === undefined ? row.procedureId : (sentId?.toLowerCase() ?? null)
  const isOther = procedureId !== row.procedureId
  const overrides = sent === undefined ? (isOther ? null : row.pointOverrides) : orNull(sent)
  const needsReading = (isOther && procedureId !== null) || (sent !== undefined && overrides !== null)
  if (!needsReading) return { procedureId, pointOverrides: overrides }
  const [released] = procedureId === null ? [] : await findReleased(queries, [procedureId])
  if (isOther && !released) throw unusableValue('procedure_id', because('procedure.not_released'))
  if (sent !== undefined && overrides !== null) requireOverridable(released?.points ?? [], overrides)
  return { procedureId, pointOverrides: overrides }
}

function orNull(overrides: readonly PointOverride[] | null): readonly PointOverride[] | null {
  return overrides === null || overrides.length === 0 ? null : overrides
}

function requireOverridable(
  points: Parameters<typeof instrumentPoints>[0],
  overrides: readonly PointOverride[],
): void {
  const pointIds = overrides.map(({ point_id: id }) => id)
  const refused = overrides.flatMap(({ point_id: id, nominal, tolerance }, index) => {
    const path = ['point_overrides', index]
    const isPoint = points.some((point) => point.id === id)
    if (!isPoint) return [{ path: [...path, 'point_id'], reason: because('field.names_nothing') }]
    if (pointIds.indexOf(id) < index) {
      return [{ path: [...path, 'point_id'], reason: because('field.duplicate_items') }]
    }
    return nominal === null && tolerance === null ? [{ path, reason: because('field.no_override') }] : []
  })
  if (refused.length > 0) {
    throw validationError(
      refused.map(({ path, reason }) => ({ loc: ['body', ...path], type: 'value_error', reason })),
    )
  }
  const overridden = new Map(instrumentPoints(points, overrides).map((point) => [point.point_id, point]))
  const issues = overrides.flatMap(({ point_id: id }, index) => {
    const { nominal, tolerance, span, resolution } = overridden.get(id)!
    const compared = { nominal, tolerance, span, resolution }
    return evaluateMeasurement(compared, {}, ['point_overrides', index]).issues
  })
  if (issues.length > 0) throw issuesRefusal(issues)
}
