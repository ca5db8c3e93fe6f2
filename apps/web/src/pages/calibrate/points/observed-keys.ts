import { t } from '../../../base/messages.ts'

/** Returns the word that a key enters in an empty cell; null for every other key. No number begins with these letters. */
export function wordOfKey(key: string): string | null {
  switch (key.toLowerCase()) {
    case 'g':
      return 'GO'
    case 'n':
      return 'NO-GO'
    case 'p':
      return t('calibrate.point.observedPass')
    case 'f':
      return t('calibrate.point.observedFail')
    case 'o':
      return 'OL'
    default:
      return null
  }
}

/** The keys of the two words for a point that a person assesses, such as GO and NO-GO of a limit gauge. */
export function keysOfJudged({ function: measured, text }: { function: string; text: string }) {
  return /\bgo\b/i.test(`${measured} ${text}`) ? (['g', 'n'] as const) : (['p', 'f'] as const)
}
