import { bisect, incompleteBeta } from './incomplete-beta.ts'
import { normalInterval } from './normal.ts'

/** From so many degrees of freedom on the distribution is the normal one, to 7 digits. */
const NORMAL_FROM = 10_000_000

/**
 * The t for which a value of Student's distribution lies from −t to t with a probability: 2.92 for 99 % with 16 degrees
 * of freedom (JCGM 100, table G.2).
 * @param probability above 0 and below 1
 * @param degreesOfFreedom at least 1; null for infinitely many, which is the normal distribution
 */
export function coverageQuantile(probability: number, degreesOfFreedom: number | null): number {
  const tail = 1 - probability
  const isShort = (t: number) => tailsBeyond(t, degreesOfFreedom) > tail
  let high = 2
  while (isShort(high)) high *= 2
  return bisect(isShort, 0, high)
}

/** The probability that a value lies outside −t to t. */
function tailsBeyond(t: number, degreesOfFreedom: number | null): number {
  if (degreesOfFreedom === null || degreesOfFreedom >= NORMAL_FROM) return 2 * normalInterval(t, Infinity)
  return incompleteBeta(degreesOfFreedom / (degreesOfFreedom + t * t), degreesOfFreedom / 2, 0.5)
}
