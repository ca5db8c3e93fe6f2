import { toleranceMeaning, type AddedTerm, type ToleranceMeaning } from '@plumbline/contract/tolerance'
import { withDecimalMark } from '../../base/decimal-mark.ts'
import { t } from '../../base/messages.ts'
import { withMinus } from '../../components/calibration-record/verdict.ts'

/** Whether the tolerance can be compared and how it was read, said while it is typed. */
export function ToleranceMeaningText({ text, unitOfMeasure }: { text: string; unitOfMeasure: string }) {
  const meaning = toleranceMeaning(text, unitOfMeasure)
  return <span role="status">{meaning !== null && wordsOf(meaning, unitOfMeasure.trim())}</span>
}

function wordsOf(meaning: ToleranceMeaning, unitOfMeasure: string): string {
  if (!meaning.isComparable) return t(`toleranceMeaning.${meaning.reason}`, { unit: unitOfMeasure })
  const { lower, upper, plus, of } = meaning
  if (of === 'limits')
    return t('toleranceMeaning.limits', {
      lower: withDecimalMark(lower),
      upper: `${withDecimalMark(upper)} ${signOf(meaning)}`.trim(),
    })
  const limits = limitsOf(meaning, signOf(meaning))
  if (plus !== null) {
    const second = limitsOf({ lower: `-${plus.width}`, upper: plus.width }, signOf(plus))
    return t('toleranceMeaning.sum', { first: termOf(of, limits), second: termOf(plus.of, second) })
  }
  if (meaning.mayCountInUnit) return t('toleranceMeaning.either', { limits })
  if (of === '% of reading') return t('toleranceMeaning.reading', { limits })
  if (of !== 'unit') return t('toleranceMeaning.nominal', { limits })
  return t(meaning.unit === null ? 'toleranceMeaning.anyUnit' : 'toleranceMeaning.unit', { limits })
}

/** Returns a term of a sum, stating what a percentage refers to. */
function termOf(of: AddedTerm['of'], limits: string): string {
  if (of === 'unit') return limits
  return t(of === '% of reading' ? 'toleranceMeaning.ofReading' : 'toleranceMeaning.ofNominal', { limits })
}

function signOf({ of, unit }: { of: AddedTerm['of'] | 'limits'; unit: string | null }): string {
  if (of === 'unit' || of === 'limits') return unit ?? ''
  return of === '% of reading' ? '%' : of
}

/** Returns `±0.02 mm`, or both limits if they differ: `−0.2 to +0.1 mm`. */
function limitsOf({ lower, upper }: { lower: string; upper: string }, unit: string): string {
  const shown = unit.replaceAll('^2', '²').replaceAll('^3', '³')
  const isSymmetric = lower === `-${upper}` || (lower === '0' && upper === '0')
  const numbers = isSymmetric
    ? `±${upper}`
    : t('toleranceMeaning.range', { lower: signed(lower), upper: signed(upper) })
  return `${withDecimalMark(numbers)} ${shown}`.trim()
}

function signed(limit: string): string {
  return limit === '0' || limit.startsWith('-') ? withMinus(limit) : `+${limit}`
}
