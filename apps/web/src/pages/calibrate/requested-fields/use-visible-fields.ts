import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fieldRequirementsQuery } from '../../../queries/standards.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { calibrationTypeOf } from '../record-values.ts'
import { neededByPoints } from './requested-by-points.ts'
import { visibleFields, type VisibleFields } from './visible-fields.ts'
import type { RecordToComplete } from './use-complete-record.ts'

/** Returns the fields to show now, from the requirements of the selected standards for this kind of record. */
export function useVisibleFields(
  props: RecordToComplete,
  errors: Readonly<Record<string, string>>,
  withMore: boolean,
): VisibleFields {
  const { filled, instrument, standards, points } = props
  const { workspaceId, workspace } = useWorkspace()
  const defaultRule = workspace.default_decision_rule
  const needed = neededByPoints(points)
  // Until there is a result, missing readings are not a deviation from the procedure.
  const isJudged = filled.result !== '' || points.deviations.outside.length > 0
  const { data } = useQuery(fieldRequirementsQuery(workspaceId, calibrationTypeOf(filled), standards))
  const requirements = data?.calibration.fields
  const unitOfMeasure = instrument.unit_of_measure
  const hasPoints = needed !== null
  const isOut = needed?.isOut ?? false
  const departs = isJudged && (needed?.departs ?? false)
  return useMemo(
    () =>
      visibleFields({
        requirements,
        values: filled,
        unitOfMeasure,
        refused: Object.keys(errors),
        withMore,
        ofPoints: hasPoints ? { isOut, departs } : null,
        defaultRule,
      }),
    [requirements, filled, unitOfMeasure, errors, withMore, hasPoints, isOut, departs, defaultRule],
  )
}
