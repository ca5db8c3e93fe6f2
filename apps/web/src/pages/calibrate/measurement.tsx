import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { rejects, type ReadingDecision } from '@plumbline/contract/reading'
import { outOfTolerance, saysNotAdjusted, type ToleranceComparison } from '@plumbline/contract/tolerance'
import { withDecimalMark } from '../../base/decimal-mark.ts'
import { t } from '../../base/messages.ts'
import { isAccepted } from '../../components/calibration-record/decided-reading.ts'
import { signed, whyNotComparable } from '../../components/calibration-record/verdict.ts'
import { decisionWords } from '../../components/decision-rule/decision-words.ts'
import { Icon } from '../../components/icons.tsx'
import { readingParts } from '../../components/reading/reading-parts.ts'
import { comparedTexts, decisionOf, wasAdjusted } from './requested-fields/visible-fields.ts'
import { useWorkspace } from '../../state/workspace.ts'
import form from './calibrate.module.css'
import styles from './measurement.module.css'
import type { RecordFieldProps } from './record-fields.tsx'
import type { RecordField, RecordValues } from './record-values.ts'

/** The aligned fields: the required values first, then the readings. */
const measured = ['nominal_value', 'tolerance', 'as_found_reading', 'as_left_reading'] as const

/**
 * Nominal value, tolerance and readings, aligned at their decimal marks while they are typed. Each reading shows its deviation
 * and whether it is within tolerance, by the server's rule.
 */
export function Measurement({
  fieldOf,
  values,
  unitOfMeasure,
}: {
  fieldOf: RecordFieldProps
  values: RecordValues
  unitOfMeasure: string | null
}) {
  const first = firstToType(values)
  const widest = Math.max(...measured.map((name) => wholeLength(values[name])))
  return (
    <div className={styles.measurement}>
      {measured.map((name) => (
        <MeasuredRow
          key={name}
          field={fieldOf(name)}
          indent={widest - wholeLength(values[name])}
          autoFocus={name === first}
        >
          {isReading(name) && values[name].trim() !== '' && (
            <ReadingVerdict name={name} values={values} unitOfMeasure={unitOfMeasure} />
          )}
        </MeasuredRow>
      ))}
      {unitOfMeasure !== null && (
        <p className={styles.unitHint}>{t('calibrate.unitHint', { unit: unitOfMeasure })}</p>
      )}
      <FinalVerdict values={values} unitOfMeasure={unitOfMeasure} />
    </div>
  )
}

/** Returns the field that gets the focus: the first reading, if nominal value and tolerance are prefilled. */
function firstToType({ calibration_type: type, nominal_value, tolerance }: RecordValues): RecordField | null {
  // The form for an external certificate begins with the provider.
  if (type === 'external_certificate') return null
  if (nominal_value === '') return 'nominal_value'
  return tolerance === '' ? 'tolerance' : 'as_found_reading'
}

/** An input, and for a reading its verdict. */
function MeasuredRow({
  field: { label, hint, ...input },
  indent,
  autoFocus,
  children,
}: {
  field: ReturnType<RecordFieldProps>
  /** Number of characters that align its decimal mark with that of the widest value. */
  indent: number
  autoFocus: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.measuredRow}>
      <label htmlFor={input.id} className={styles.measuredLabel}>
        {label}
        {hint !== undefined && <span className={form.under}>{hint}</span>}
      </label>
      <TextInput
        {...input}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: styles.reading }}
        style={{ '--indent': `${indent}ch` }}
        autoFocus={autoFocus}
      />
      {children}
    </div>
  )
}

function isReading(name: (typeof measured)[number]): boolean {
  return name === 'as_found_reading' || name === 'as_left_reading'
}

/** The deviation of a single reading, and whether it is within tolerance. */
function ReadingVerdict({
  name,
  values,
  unitOfMeasure,
}: {
  name: RecordField
  values: RecordValues
  unitOfMeasure: string | null
}) {
  const unit = unitOf(values, unitOfMeasure)
  const texts = comparedTexts(values, unitOfMeasure)
  const reading = name === 'as_found_reading' ? texts.asFoundReading : texts.asLeftReading
  const { verdict, deviation } = outOfTolerance({ ...texts, asFoundReading: reading, asLeftReading: null })
  const { default_decision_rule: defaultRule } = useWorkspace().workspace
  const alone = { ...values, as_found_reading: values[name], as_left_reading: '' }
  const decided = decisionOf(alone, unitOfMeasure, defaultRule)
  return (
    <div className={styles.verdictCells}>
      <span className={styles.deviation}>
        {deviation !== null && withUnit(withDecimalMark(signed(deviation)), unit)}
      </span>
      {name === 'as_left_reading' && saysNotAdjusted(reading) ? (
        <span className={styles.verdict} data-verdict="not_comparable">
          {t('verdict.notAdjusted')}
        </span>
      ) : (
        <VerdictMark verdict={verdict} tone={toneOf({ verdict }, decided)} />
      )}
    </div>
  )
}

/**
 * Shows whether a value is within tolerance, by symbol and word.
 * @param tone the appearance, if it differs from the result of the comparison
 */
export function VerdictMark({
  verdict,
  tone = verdict,
}: {
  verdict: ToleranceComparison['verdict']
  tone?: ToleranceComparison['verdict']
}) {
  const icon = tone === 'inside' ? 'check' : tone === 'outside' ? 'close' : 'more'
  return (
    <span className={styles.verdict} data-verdict={tone}>
      <Icon name={icon} size={16} /> {t(`calibrate.verdict.${verdict}`)}
    </span>
  )
}

/** The server's decision on the final reading, in a sentence that screen readers announce when it changes. */
function FinalVerdict({ values, unitOfMeasure }: { values: RecordValues; unitOfMeasure: string | null }) {
  const { default_decision_rule: defaultRule } = useWorkspace().workspace
  const comparison = outOfTolerance(comparedTexts(values, unitOfMeasure))
  const decided =
    comparison.reason?.token === 'no_reading' ? null : decisionOf(values, unitOfMeasure, defaultRule)
  const unit = unitOf(values, unitOfMeasure)
  const isAsFound = saysNotAdjusted(values.as_left_reading)
  return (
    <div role="status">
      <p className={styles.final} data-verdict={toneOf(comparison, decided)}>
        {finalWords(comparison, unit)}
        {isAsFound && ` ${t('calibrate.finalAsFound', { text: values.as_left_reading.trim() })}`}
        {wasAdjusted(values, unitOfMeasure) && ` ${t('calibrate.finalAdjusted')}`}
      </p>
      {decided !== null && (
        <p className={styles.decision} data-rejects={rejects(decided.decision) || undefined}>
          {decisionWords(decided, unit)}
        </p>
      )}
    </div>
  )
}

/** A reading within tolerance is shown as good only if the decision rule accepts it. */
function toneOf(
  { verdict }: Pick<ToleranceComparison, 'verdict'>,
  decided: ReadingDecision | null,
): ToleranceComparison['verdict'] {
  return verdict === 'inside' && !isAccepted(decided) ? 'not_comparable' : verdict
}

function finalWords({ verdict, deviation, limits, reason }: ToleranceComparison, unit: string): string {
  if (reason !== null) {
    return reason.token === 'no_reading' ? t('calibrate.noReading') : whyNotComparable(reason)
  }
  const said = t(verdict === 'inside' ? 'calibrate.finalInside' : 'calibrate.finalOutside')
  const facts = [
    deviation !== null &&
      t('calibrate.finalDeviation', { deviation: withUnit(withDecimalMark(signed(deviation)), unit) }),
    limits !== null &&
      t('calibrate.finalLimits', {
        lower: withDecimalMark(limits.lower),
        upper: withUnit(withDecimalMark(limits.upper), unit),
      }),
  ].filter((fact) => fact !== false)
  return [said, ...facts].join(' ')
}

/** Returns the unit of the deviation; empty if none is stated. */
function unitOf({ nominal_value }: RecordValues, unitOfMeasure: string | null): string {
  return readingParts(nominal_value).unit.trim() || (unitOfMeasure ?? '')
}

function withUnit(number: string, unit: string): string {
  return unit === '' ? number : `${number} ${unit}`
}

function wholeLength(text: string): number {
  return readingParts(text).whole.length
}
