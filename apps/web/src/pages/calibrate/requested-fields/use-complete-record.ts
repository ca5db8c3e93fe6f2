import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppInstrument } from '@plumbline/contract'
import { ApiFailure } from '../../../api/index.ts'
import { t } from '../../../base/messages.ts'
import { fieldRequirementsQuery } from '../../../queries/standards.ts'
import { useWorkspace } from '../../../state/workspace.ts'
import { calibrationTypeOf, type RecordValues } from '../record-values.ts'
import { useStandardInForm, type RecordedStandard } from '../standard-in-use.ts'
import { pointFaults } from '../points/point-errors.ts'
import type { FormPoints } from '../points/use-form-points.ts'
import { neededByPoints } from './requested-by-points.ts'
import { useEarlyDate } from './use-early-date.ts'
import { needsJustification } from './visible-fields.ts'
import { missingEntries, type MissingEntry } from './missing-entries.ts'

/** The input of the check before a record is sent. */
export interface RecordToComplete {
  instrument: AppInstrument
  /** The entries as typed. */
  values: RecordValues
  /** The entries with those that the points fill in. */
  filled: RecordValues
  points: FormPoints
  /** For a correction: the standard of the recorded calibration. */
  recorded?: RecordedStandard
  /** For a correction: the standards that were selected when the first record of its chain was appended. */
  standards?: readonly string[] | undefined
  /** The error of the server. */
  error: unknown
  onSubmit: () => void
}

/**
 * Prevents a form from being sent while entries are missing, and reports all of them together. The report remains until the
 * next attempt to save, like an error of the server.
 */
export function useCompleteRecord({
  instrument,
  values,
  filled,
  points,
  recorded,
  standards,
  error,
  onSubmit,
}: RecordToComplete) {
  const { workspaceId, workspace } = useWorkspace()
  const standard = useStandardInForm(values, recorded, instrument.id)
  const { data, isPlaceholderData, refetch } = useQuery(
    fieldRequirementsQuery(workspaceId, calibrationTypeOf(values), standards),
  )
  const earlyDate = useEarlyDate(instrument.id, values, recorded?.values)
  const [reported, setReported] = useState<ApiFailure>()
  const submit = () => {
    const missing = missingEntries({
      // The requirements of the previous type of work are shown until the new ones are loaded.
      requirements: isPlaceholderData ? undefined : data?.calibration.fields,
      values: filled,
      unitOfMeasure: instrument.unit_of_measure,
      condition: standard.condition,
      needsStandardReason: standard.needsReason,
      isCorrection: recorded !== undefined,
      ofPoints: neededByPoints(points),
      defaultRule: workspace.default_decision_rule,
    })
    const isOut = points.entries.length > 0 || needsJustification(filled, instrument.unit_of_measure)
    const failure =
      missing.length > 0 ? missingFailure(missing, isOut) : (pointFaults(points) ?? dateFailure(earlyDate()))
    setReported(failure)
    if (failure === undefined) return onSubmit()
    // The selection of standards may have changed since the form was opened.
    void refetch()
  }
  return { standard, error: reported ?? error, onSubmit: submit }
}

/** Returns the missing entries as the server would report them, each with the message for its field. */
function missingFailure(missing: readonly MissingEntry[], isOut: boolean): ApiFailure {
  const errors = missing.map((entry) => ({ loc: ['body', entry.field], msg: wordsOf(entry, isOut) }))
  const sentence = t('failure.missing', { count: missing.length })
  return new ApiFailure(422, 'FIELD_REQUIREMENTS_UNMET', sentence, { errors })
}

/** Returns the question about a date as an error of its field. */
function dateFailure(question: string | null): ApiFailure | undefined {
  if (question === null) return undefined
  const errors = [{ loc: ['body', 'performed_at'], msg: question }]
  return new ApiFailure(422, 'VALIDATION_ERROR', question, { errors })
}

/** @param isOut whether a reading is out of tolerance; otherwise a pass needs a reason because of the decision rule */
function wordsOf({ field, requiredBy }: MissingEntry, isOut: boolean): string {
  if (requiredBy.length > 0) return t('failure.requiredBy', { standards: requiredBy.join(', ') })
  if (field === 'out_of_tolerance_impact') {
    return t(isOut ? 'calibrate.justificationMissing' : 'decisionRule.reasonMissing')
  }
  if (field === 'deviation_from_procedure') return t('calibrate.point.deviationMissing')
  if (field === 'reference_standard_reason') return t('calibrate.standardReasonMissing')
  return t('failure.required')
}
