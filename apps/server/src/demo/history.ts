import type { CalibrationResult, IntervalUnit } from '@plumbline/contract'
import type { SeededRandom } from './seeded-random.ts'
import { providerNames } from './demo-providers.ts'
import type { Family } from './families.ts'

/** One calibration of the demo. */
export interface PlannedRecord {
  performedAt: string
  result: CalibrationResult
  nominal: string
  tolerance: string
  asFound: string
  asLeft: string
  uncertainty: string
  /** The provider and its certificate number; null for an in-house calibration. */
  external: { provider: string; certificateNumber: string } | null
  temperature: string
  humidity: string
  /** Deviation as a share of the tolerance, as found and, if it was adjusted, as left. */
  deviation: { found: number; left: number | null }
  /** Whether it has the points of the procedure, as recent records do. */
  hasPoints: boolean
  /** The stated impact of being out of tolerance. */
  impact: string | null
  /** What happens to the record after it is appended, other than approval. */
  afterwards: 'nothing' | 'corrected' | 'voided' | 'pending'
}

/** The period that a history covers. */
export interface HistorySpan {
  /** Its last day (YYYY-MM-DD). */
  readonly today: string
  readonly years: number
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Share of instruments that are new and have not been calibrated yet. */
const NEVER_CALIBRATED = 0.04

/** Share of instruments whose recent calibrations were missed. */
const FORGOTTEN = 0.12

/** Deviation, as a share of the tolerance, above which a technician adjusts the instrument. */
const ADJUST_AT = 0.8

/**
 * Returns the calibrations of one instrument, oldest first: each a little early or late, with readings that
 * drift, adjustments when the drift becomes large, and an occasional failure.
 */
export function historyOf(
  randomNumbers: SeededRandom,
  family: Family,
  interval: readonly [value: number, unit: IntervalUnit],
  { today, years: yearsMax }: HistorySpan,
): PlannedRecord[] {
  // Reference standards are always kept calibrated.
  if (!family.isReferenceStandard && randomNumbers.happens(NEVER_CALIBRATED)) return []
  const records: PlannedRecord[] = []
  const days = daysOf(interval)
  // Some missed their recent calibrations and are overdue.
  const end =
    Date.parse(`${today}T00:00:00Z`) -
    (randomNumbers.happens(FORGOTTEN) ? randomNumbers.whole(20, 150) * DAY_MS : DAY_MS)
  const years = randomNumbers.happens(0.4) ? yearsMax : randomNumbers.whole(1, yearsMax)
  // Long enough for at least one calibration.
  let at = end - (Math.max(years * 365, days) - randomNumbers.whole(0, days)) * DAY_MS
  let offset = randomNumbers.normal() * 0.2
  while (at < end) {
    const record = calibrate(randomNumbers, family, at, offset)
    records.push(record.planned)
    offset = record.offset + (family.drift * days) / 365 + randomNumbers.normal() * 0.08
    // Usually a week or two early; late in one case out of twelve.
    const late = randomNumbers.happens(0.08) ? randomNumbers.whole(5, 60) : -randomNumbers.whole(0, 15)
    at += (days + late) * DAY_MS
  }
  return whatBecameOf(randomNumbers, records)
}

function daysOf([value, unit]: readonly [number, IntervalUnit]): number {
  const length = { days: 1, months: 30.44, years: 365.25 }[unit]
  return Math.round(value * length)
}

function calibrate(randomNumbers: SeededRandom, family: Family, at: number, offset: number) {
  const broken = randomNumbers.happens(0.006)
  const found = offset + randomNumbers.normal() * 0.06
  const failed = !broken && Math.abs(found) > 1 && randomNumbers.happens(0.35)
  const adjusted = !broken && !failed && Math.abs(found) > ADJUST_AT
  const left = adjusted ? randomNumbers.normal() * 0.1 : found
  const result = resultOf(randomNumbers, { broken, failed, adjusted, left })
  const external =
    family.against === null
      ? {
          provider: randomNumbers.pick(providerNames),
          certificateNumber: `${randomNumbers.whole(2016, 2026)}-${randomNumbers.whole(1000, 9999)}`,
        }
      : null
  return {
    offset: left,
    planned: {
      ...readings(family, found, left),
      ...ambient(randomNumbers),
      performedAt: atWork(randomNumbers, at),
      result,
      deviation: { found, left: adjusted ? left : null },
      hasPoints: false,
      external,
      impact: null,
      afterwards: 'nothing',
    } as PlannedRecord,
  }
}

interface Found {
  broken: boolean
  failed: boolean
  adjusted: boolean
  left: number
}

function resultOf(
  randomNumbers: SeededRandom,
  { broken, failed, adjusted, left }: Found,
): PlannedRecord['result'] {
  if (broken) return 'DAMAGED'
  if (failed || Math.abs(left) > 1) return 'FAIL'
  if (adjusted) return 'PASS_WITH_ADJUSTMENT'
  return randomNumbers.happens(0.02) ? 'LIMITED_CALIBRATION' : 'PASS'
}

function readings({ nominal, tolerance, decimals, unit }: Family, found: number, left: number) {
  const text = (value: number) => `${value.toFixed(decimals)} ${unit}`
  return {
    nominal: text(nominal),
    tolerance: `±${tolerance} ${unit}`,
    asFound: text(nominal + found * tolerance),
    asLeft: text(nominal + left * tolerance),
    uncertainty: `${(tolerance / 5).toPrecision(2)} ${unit}`,
  }
}

function ambient(randomNumbers: SeededRandom) {
  return {
    temperature: `${(20 + randomNumbers.normal() * 0.4).toFixed(1)} °C`,
    humidity: `${Math.round(48 + randomNumbers.normal() * 5)} % RH`,
  }
}

/** Returns a time during working hours on that day, in UTC. */
function atWork(randomNumbers: SeededRandom, ms: number): string {
  const time = [randomNumbers.whole(6, 14), randomNumbers.whole(0, 59)]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  return `${new Date(ms).toISOString().slice(0, 10)}T${time}:00.000Z`
}

/** Marks a few records as corrected or voided later; the last record of some instruments is still pending approval. */
function whatBecameOf(randomNumbers: SeededRandom, records: PlannedRecord[]): PlannedRecord[] {
  return records.map((record, index) => {
    if (index === records.length - 1)
      return randomNumbers.happens(0.05) ? { ...record, afterwards: 'pending' } : record
    if (randomNumbers.happens(0.008)) return { ...record, afterwards: 'corrected' }
    return randomNumbers.happens(0.004) ? { ...record, afterwards: 'voided' } : record
  })
}
