import { Button } from '@mantine/core'
import { shallowEqual } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { AppInstrument, RequiredStandard } from '@plumbline/contract'
import { flatFields } from '@plumbline/contract/measurement'
import { t } from '../../../base/messages.ts'
import { recordFieldId, recordLabels } from '../../../components/calibration-record/record-labels.ts'
import form from '../calibrate.module.css'
import { Measurement } from '../measurement.tsx'
import type { RecordFieldProps } from '../record-fields.tsx'
import type { RecordValues } from '../record-values.ts'
import { isOfProvider } from '../work-facts.ts'
import { errorsByCell } from './point-errors.ts'
import { ownEntry } from './point-entry.ts'
import { filledTexts } from './point-results.ts'
import { WorkOfPoints } from './point-standard-field.tsx'
import { PointsSection } from './points-section.tsx'
import styles from './points.module.css'
import type { FormPoints } from './use-form-points.ts'
import { WorkInstruction } from './work-instruction.tsx'

/** The measurement: points if there are any, otherwise a single reading, to which points can be added. */
export function MeasuredSection({
  fieldOf,
  values,
  points,
  errors,
  instrument: { id: instrumentId, unit_of_measure: unitOfMeasure },
}: {
  fieldOf: RecordFieldProps
  values: RecordValues
  points: FormPoints
  instrument: AppInstrument
  errors: Readonly<Record<string, string>>
}) {
  const { performed_at: performedAt } = values
  const required = points.procedure?.requiredStandards ?? NONE_REQUIRED
  const work = useMemo(() => ({ performedAt, instrumentId, required }), [performedAt, instrumentId, required])
  const unit = unitOfMeasure ?? ''
  const cells = useCellErrors(errors, points)
  if (points.entries.length === 0) {
    return (
      <WorkOfPoints value={work}>
        <WorkInstruction procedure={points.procedure} />
        <div>
          <Button variant="subtle" onClick={() => points.change([ownEntry(undefined, unit)])}>
            {t('calibrate.point.several')}
          </Button>
        </div>
        <Measurement fieldOf={fieldOf} values={values} unitOfMeasure={unitOfMeasure} />
      </WorkOfPoints>
    )
  }
  return (
    <>
      <WorkOfPoints value={work}>
        <PointsSection
          points={points}
          unit={unit}
          result={values.result}
          beginsHere={!isOfProvider(values.calibration_type)}
          errors={cells}
        />
      </WorkOfPoints>
      {points.isCorrection && <SummaryOfRecord points={points} />}
    </>
  )
}

const NONE_REQUIRED: readonly RequiredStandard[] = []

const NO_ERRORS: Readonly<Record<string, string>> = {}

/** Returns the errors of points by cell; the same object while they are unchanged, so that rows are not rendered again. */
function useCellErrors(
  errors: Readonly<Record<string, string>>,
  { entries }: FormPoints,
): Readonly<Record<string, string>> {
  const cells = Object.keys(errors).length === 0 ? NO_ERRORS : errorsByCell(errors, entries).cells
  const [kept, setKept] = useState(cells)
  if (cells === kept || shallowEqual(cells, kept)) return kept
  setKept(cells)
  return cells
}

/** The values that take the place of a single reading, computed from the points and read-only. */
function SummaryOfRecord({ points: { summary } }: { points: FormPoints }) {
  const labels = recordLabels()
  const texts = filledTexts(summary.worstPoint)
  return (
    <section className={styles.ofRecord} aria-label={t('correct.summary')}>
      <h3>{t('correct.summary')}</h3>
      <p className={form.hint}>{t('correct.summaryHint')}</p>
      <dl>
        {flatFields.map((name) => (
          <div key={name} id={recordFieldId(name)} tabIndex={-1}>
            <dt>{labels[name]}</dt>
            <dd>{texts[name] === '' ? '–' : texts[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
