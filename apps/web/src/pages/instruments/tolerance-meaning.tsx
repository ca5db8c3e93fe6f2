import { toleranceMeaning, type ToleranceMeaning } from '@plumbline/contract/tolerance'
import { t } from '../../base/messages.ts'
import { withMinus } from '../../components/calibration-record/verdict.ts'

/** Whether the tolerance can be compared and how it was read, said while it is typed. */
export function ToleranceMeaningText({ text, unitOfMeasure }: { text: string; unitOfMeasure: string }) {
  const meaning = toleranceMeaning(text, unitOfMeasure)
  return <span role="status">{meaning !== null && wordsOf(meaning, unitOfMeasure.trim())}</span>
}

function wordsOf(meaning: ToleranceMeaning, unitOfMeasure: string): string {
  if (!meaning.isComparable) return t(`toleranceMeaning.${meaning.reason}`, { unit: unitOfMeasure })
  const limits = limitsOf(meaning, meaning.of === 'unit' ? (meaning.unit ?? '') : signOf(meaning.of))
  if (meaning.mayCountInUnit) return t('toleranceMeaning.either', { limits })
  if (meaning.of === '% of reading') return t('toleranceMeaning.reading', { limits })
  if (meaning.of !== 'unit') return t('toleranceMeaning.nominal', { limits })
  return t(meaning.unit === null ? 'toleranceMeaning.anyUnit' : 'toleranceMeaning.unit', { limits })
}

function signOf(share: '%' | '% of reading' | '‰' | 'ppm'): string {
  return share === '% of reading' ? '%' : share
}

/** `±0.02 mm`, or both sides where they differ: `−0.2 to +0.1 mm`. */
function limitsOf({ lower, upper }: { lower: string; upper: string }, unit: string): string {
  const shown = unit.replaceAll('^2', '²').replaceAll('^3', '³')
  const isSymmetric = lower === `-${upper}` || (lower === '0' && upper === '0')
  const numbers = isSymmetric
    ? `±${upper}`
    : t('toleranceMeaning.range', { lower: signed(lower), upper: signed(upper) })
  return `${numbers} ${shown}`.trim()
}

function signed(limit: string): string {
  return limit === '0' || limit.startsWith('-') ? withMinus(limit) : `+${limit}`
}
