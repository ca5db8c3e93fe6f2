import type { CalibrationRecord } from '@plumbline/contract'
import { rejects, type ReadingDecision } from '@plumbline/contract/reading'
import { saysNotAdjusted } from '@plumbline/contract/tolerance'
import { withDecimalMark } from '../../base/decimal-mark.ts'
import { t } from '../../base/messages.ts'
import { decisionWords } from '../decision-rule/decision-words.ts'
import { ReadingText } from '../reading/reading-text.tsx'
import { decisionOfReading, decisionOfRecord, isAccepted } from './decided-reading.ts'
import styles from './record-sheet.module.css'
import { judge, type JudgedReading } from './verdict.ts'
import { DeviationText, VerdictText } from './verdict-text.tsx'

/** Both readings of a record with the results of their comparison; points have their own verdicts. */
export function JudgedTable({ record, unit }: { record: CalibrationRecord; unit: string | null }) {
  const { asFound, asLeft } = judge(record, unit)
  if (!asFound && !asLeft) return null
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('sheet.readings')}>
        <table className={styles.readings}>
          <caption className="visually-hidden">{t('sheet.readings')}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('sheet.reading')}</th>
              <th scope="col">{t('drift.deviation')}</th>
              <th scope="col">{t('sheet.verdict')}</th>
            </tr>
          </thead>
          <tbody>
            <ReadingRow
              label={t('calibrationField.as_found_reading')}
              reading={asFound}
              decided={decisionOfReading(record, 'as_found_reading', unit)}
            />
            <ReadingRow
              label={t('calibrationField.as_left_reading')}
              reading={asLeft}
              decided={decisionOfReading(record, 'as_left_reading', unit)}
              mayBeSign
            />
          </tbody>
        </table>
      </div>
      <Decided record={record} unit={unit} />
    </>
  )
}

/** The limits with which the final reading was compared, and the decision of the decision rule. */
function Decided({ record, unit }: { record: CalibrationRecord; unit: string | null }) {
  const final = judge(record, unit).final
  const decided = decisionOfRecord(record, unit)
  const limits = final?.comparison.limits
  return (
    <>
      {final && limits && (
        <p className={styles.remark}>
          {t('sheet.compared', {
            reading: final.text,
            lower: withDecimalMark(limits.lower),
            upper: `${withDecimalMark(limits.upper)} ${final.unit}`.trim(),
          })}
        </p>
      )}
      {decided && (
        <p className={styles.remark} data-rejects={rejects(decided.decision) || undefined}>
          {decisionWords(decided, final?.unit ?? '')}
        </p>
      )}
    </>
  )
}

function ReadingRow({
  label,
  reading,
  decided,
  mayBeSign = false,
}: {
  label: string
  reading: JudgedReading | null
  /** The decision of the decision rule. */
  decided: ReadingDecision | null
  /** Whether text instead of a reading may mean that nothing was adjusted. */
  mayBeSign?: boolean
}) {
  if (reading === null) return null
  const isSign = mayBeSign && saysNotAdjusted(reading.text)
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <ReadingText text={reading.text} whole={1} />
      </td>
      <td>
        <DeviationText reading={reading} />
      </td>
      <td>
        {isSign ? (
          t('verdict.notAdjusted')
        ) : (
          <VerdictText comparison={reading.comparison} isAccepted={isAccepted(decided)} />
        )}
      </td>
    </tr>
  )
}
