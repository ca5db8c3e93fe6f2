import type { AppInstrument, Measurement } from '@plumbline/contract'
import { t } from '../../../base/messages.ts'
import { passesAgainst } from '../../../components/calibration-record/decided-reading.ts'
import { Notice } from '../../../components/notice.tsx'
import { rejectedPoints } from '../../../components/points/point-figures.ts'
import { RejectedNames } from '../../../components/points/points-warning.tsx'
import { useWorkspace } from '../../../state/workspace.ts'
import { neededByPoints } from '../requested-fields/requested-by-points.ts'
import { decisionOf, alsoNeeded, needsJustification } from '../requested-fields/visible-fields.ts'
import styles from '../calibrate.module.css'
import { FormWarnings } from '../points/form-warnings.tsx'
import type { FormPoints } from '../points/use-form-points.ts'
import { type RecordFieldProps, TextField } from '../record-fields.tsx'
import type { RecordField, RecordValues } from '../record-values.ts'
import { ResultChoice } from './result-choice.tsx'

interface ResultProps {
  fieldOf: RecordFieldProps
  has: (name: RecordField) => boolean
  set: (change: Partial<RecordValues>) => void
  values: RecordValues
  errors: Readonly<Record<string, string>>
  points: FormPoints
  instrument: AppInstrument
}

/** The result, and what has to be said of it. */
export function ResultFields({ fieldOf, has, set, values, errors, points, instrument }: ResultProps) {
  const { unit_of_measure: unitOfMeasure } = instrument
  const { label, hint, 'aria-description': requestedBy } = fieldOf('result')
  const { default_decision_rule: defaultRule } = useWorkspace().workspace
  const ofPoints = neededByPoints(points)
  const needed = alsoNeeded(values, unitOfMeasure, ofPoints, defaultRule)
  const isNeeded = needed.includes('out_of_tolerance_impact')
  const decided = ofPoints === null ? decisionOf(values, unitOfMeasure, defaultRule) : null
  const isOut = ofPoints !== null || needsJustification(values, unitOfMeasure)
  return (
    <>
      <ResultChoice
        label={label}
        hint={hint}
        description={requestedBy}
        value={values.result}
        error={errors['result']}
        onChange={(result) => set({ result })}
      />
      <RejectedWarning result={values.result} measurements={points.summary.measurements} />
      {decided !== null && passesAgainst(values.result, decided) && (
        <Notice
          tone="warning"
          live
          title={t('decisionRule.againstResult', {
            outcome: t(`point.outcome.${decided.decision.outcome}`),
          })}
        />
      )}
      <FormWarnings values={values} points={points} instrument={instrument} />
      {has('out_of_tolerance_impact') && (
        <div
          role="group"
          aria-label={t('calibrationField.out_of_tolerance_impact')}
          className={styles.justification}
          data-needed={isNeeded || undefined}
        >
          {isNeeded && (
            <p role="status">{t(isOut ? 'calibrate.justificationHint' : 'decisionRule.reasonHint')}</p>
          )}
          <TextField field={fieldOf('out_of_tolerance_impact')} minRows={2} />
        </div>
      )}
      {has('restriction_notes') && <TextField field={fieldOf('restriction_notes')} />}
      {has('conformity_statement') && <TextField field={fieldOf('conformity_statement')} />}
      {has('deviation_from_procedure') && (
        <>
          <Departures points={points} />
          <TextField field={fieldOf('deviation_from_procedure')} />
        </>
      )}
    </>
  )
}

/** In what the record departs from its procedure, as far as that can be seen. */
function Departures({ points: { deviations } }: { points: FormPoints }) {
  const { pointsLeftOut, outside } = deviations
  const words = [
    pointsLeftOut.length > 0 && t('calibrate.point.leftOut', { count: pointsLeftOut.length }),
    ...outside.map((name) =>
      t('calibrate.point.outsideLimits', { condition: t(`calibrationField.${name}`) }),
    ),
  ].filter((each) => each !== false)
  return (
    words.length > 0 && (
      <p role="status" className={styles.hint}>
        {words.join(' ')}
      </p>
    )
  )
}

/** Warns that a record is about to pass although its decision rule rejects some of its points; the user may still decide so. */
function RejectedWarning({ result, measurements }: { result: string; measurements: readonly Measurement[] }) {
  const rejected = rejectedPoints(result, measurements)
  if (rejected.length === 0) return null
  return (
    <Notice tone="warning" live title={t('calibrate.point.passRejected', { count: rejected.length })}>
      <RejectedNames rejected={rejected} />
    </Notice>
  )
}
