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
import { neededByPoints } from './asked-by-points.ts'
import { useEarlyDate } from './use-early-date.ts'
import { needsJustification } from './asked-fields.ts'
import { missingEntries, type MissingEntry } from './missing-entries.ts'

/** What is checked before a record is sent. */
export interface RecordToComplete {
  instrument: AppInstrument
  /** As they are typed. */
  values: RecordValues
  /** The same with what the points fill in. */
  filled: RecordValues
  points: FormPoints
  /** On a correction: what stands in the ledger. */
  recorded?: RecordedStandard
  /** On a correction: the standards that were in force when the first record of its chain was appended. */
  standards?: readonly string[] | undefined
  /** What the server refused. */
  error: unknown
  onSubmit: () => void
}

/**
 * Keeps a form from being sent while it lacks entries, and reports all of them together. What was reported stays until
 * the next attempt to save, as a refusal of the server does.
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
      // Those of another type of work are shown until the response for this one is there.
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

/** The missing entries as the server would report them, each with the words beside its field. */
function missingFailure(missing: readonly MissingEntry[], isOut: boolean): ApiFailure {
  const errors = missing.map((entry) => ({ loc: ['body', entry.field], msg: wordsOf(entry, isOut) }))
  const sentence = t('failure.missing', { count: missing.length })
  return new ApiFailure(422, 'FIELD_REQUIREMENTS_UNMET', sentence, { errors })
}

/** A date that is asked about, beside its field. */
function dateFailure(question: string | null): ApiFailure | undefined {
  if (question === null) return undefined
  const errors = [{ loc: ['body', 'performed_at'], msg: question }]
  return new ApiFailure(422, 'VALIDATION_ERROR', question, { errors })
}

/** @param isOut whether a reading is out of tolerance; else it is the decision rule that a pass needs a reason for */
function wordsOf({ field, requiredBy }: MissingEntry, isOut: boolean): string {
  if (requiredBy.length > 0) return t('failure.requiredBy', { standards: requiredBy.join(', ') })
  if (field === 'out_of_tolerance_impact') {
    return t(isOut ? 'calibrate.justificationMissing' : 'decisionRule.reasonMissing')
  }
  if (field === 'deviation_from_procedure') return t('calibrate.point.deviationMissing')
  if (field === 'reference_standard_reason') return t('calibrate.standardReasonMissing')
  return t('failure.required')
}
