import type { IntervalUnit } from '@plumbline/contract'
import { seededRandom, type SeededRandom } from './seeded-random.ts'
import { families, type Family } from './families.ts'
import { historyOf, type HistorySpan, type PlannedRecord } from './history.ts'
import { loneFamilies } from './lone-families.ts'
import { withImpacts } from './impacts.ts'
import { shipmentOf, withOneOutAgain, type PlannedShipment } from './shipments.ts'

/** The size of a program, and the seed of its random numbers. */
export interface ProgramSize {
  /** Any integer; a different seed gives a different program. */
  readonly seed: number
  /** Share of the instruments of each type; at least one of each type is planned. */
  readonly share: number
  /** Length of the history in years. */
  readonly years: number
}

/** The whole demo: 254 instruments with ten years of history. */
export const wholeProgram: ProgramSize = { seed: 20_261_121, share: 1, years: 10 }

/** Enough to fill every page: 47 instruments with five years of history. */
export const smallProgram: ProgramSize = { seed: 20_261_479, share: 1 / 6, years: 5 }

/** An instrument of the demo with its whole history. */
export interface PlannedInstrument {
  assetTag: string
  family: Family
  name: string
  manufacturer: string | null
  model: string | null
  serialNumber: string | null
  department: string
  location: string | null
  toleranceSpec: string | null
  notes: string
  interval: readonly [value: number, unit: IntervalUnit]
  customFields: Record<string, string>
  /** Index in `demoSites`. */
  site: 0 | 1 | 2
  /** Date of the last calibration with which it was entered, at which its schedule starts; null if there was none. */
  startingAt: string | null
  records: PlannedRecord[]
  /** The shipment that led to its last record; null if no provider calibrated it recently. */
  shipment: PlannedShipment | null
  /** Its final state. */
  fate: 'in_use' | 'retired' | 'reference_only' | 'sent_out' | 'out_of_service' | 'extended'
}

/** Share of instruments that are entered with the date of an earlier calibration. */
const CAME_CALIBRATED = 0.15

/** A note in every row, so that nobody mistakes the demo for a real register. */
export const SYNTHETIC_NOTE = 'Synthetic demo data.'

/** Sites of the demo, in two time zones; null is the zone of the workspace. */
export const demoSites = [
  { name: 'Hamburg plant', timeZone: null },
  { name: 'Hamburg laboratory', timeZone: null },
  { name: 'Raleigh plant', timeZone: 'America/New_York' },
] as const

/** Time zone of the demo workspace. */
export const DEMO_TIME_ZONE = 'Europe/Berlin'

const departments = ['Production', 'Incoming inspection', 'Quality', 'Maintenance', 'Laboratory']
const shelves = ['Cabinet 1', 'Cabinet 4', 'Line 2', 'Line 5', 'Bench 3', 'Cold room', null]

/** The number of instruments with each final state; the others stay in use. */
const fates = [
  ['retired', 12],
  ['reference_only', 4],
  ['sent_out', 5],
  ['out_of_service', 6],
  ['extended', 5],
] as const

/**
 * Returns a program with its history up to `today` (YYYY-MM-DD). The same seed gives the same program, moved
 * to the day.
 */
export function planProgram(today: string, size: ProgramSize = wholeProgram): PlannedInstrument[] {
  const randomNumbers = seededRandom(size.seed)
  const history = { today, years: size.years }
  const planned = families.flatMap((family) =>
    Array.from({ length: Math.ceil(family.count * size.share) }, (_, index) =>
      planInstrument(randomNumbers, family, index, history),
    ),
  )
  giveFates(randomNumbers, planned, size.share)
  const whole = size.share === 1 ? [...planned, ...planLone(size.seed, history)] : planned
  const shipped = whole.map((instrument) => {
    const records = withPoints(withImpacts(randomNumbers, instrument.records, instrument.family))
    const shipment = instrument.fate === 'in_use' ? shipmentOf(randomNumbers, instrument, today) : null
    return { ...instrument, records, shipment }
  })
  return withOneOutAgain(shipped, today)
}

/** Plans the one instrument of each type in `loneFamilies`, with random numbers of its own. */
function planLone(seed: number, history: HistorySpan): PlannedInstrument[] {
  return loneFamilies.map((family, index) =>
    planInstrument(seededRandom(seed + index + 1), family, 0, history),
  )
}

/** Number of records of each instrument that have points: the latest ones, so that the drift between them is visible. */
const WITH_POINTS = 2

function withPoints(records: readonly PlannedRecord[]): PlannedRecord[] {
  return records.map((record, index) => ({ ...record, hasPoints: index >= records.length - WITH_POINTS }))
}

function planInstrument(
  randomNumbers: SeededRandom,
  family: Family,
  index: number,
  history: HistorySpan,
): PlannedInstrument {
  const [maker, model] = randomNumbers.pick(family.makes)
  const number = String(index + 1).padStart(family.isReferenceStandard ? 2 : 3, '0')
  const interval = intervalOf(randomNumbers, family)
  const [first, ...later] = historyOf(randomNumbers, family, interval, history)
  const cameCalibrated = first !== undefined && randomNumbers.happens(CAME_CALIBRATED)
  return {
    assetTag: `${family.tag}-${number}`,
    family,
    name: randomNumbers.pick(family.names),
    // Some values are missing, as in real registers.
    manufacturer: randomNumbers.happens(0.06) ? null : maker,
    model: randomNumbers.happens(0.1) ? null : model,
    serialNumber: randomNumbers.happens(0.07)
      ? null
      : `${maker.slice(0, 2).toUpperCase()}${randomNumbers.whole(10_000, 99_999)}-${number}`,
    department: randomNumbers.pick(departments),
    location: randomNumbers.pick(shelves),
    toleranceSpec: randomNumbers.happens(0.08) ? null : randomNumbers.pick(family.toleranceSpecs),
    notes: SYNTHETIC_NOTE,
    interval,
    customFields: randomNumbers.happens(0.3)
      ? { 'Cost centre': String(randomNumbers.whole(4100, 4900)) }
      : {},
    site: family.isReferenceStandard ? 1 : randomNumbers.pick([0, 0, 1, 2] as const),
    startingAt: cameCalibrated ? first.performedAt : null,
    records: first && !cameCalibrated ? [first, ...later] : later,
    shipment: null,
    fate: 'in_use',
  }
}

/** Returns the interval of the type, which was shortened or lengthened for some instruments over the years. */
function intervalOf(randomNumbers: SeededRandom, family: Family): readonly [number, IntervalUnit] {
  if (!randomNumbers.happens(0.15)) return family.interval
  return randomNumbers.pick([
    [6, 'months'],
    [24, 'months'],
    [90, 'days'],
    [3, 'years'],
  ] as const)
}

function giveFates(randomNumbers: SeededRandom, planned: PlannedInstrument[], share: number): void {
  const free = planned.filter(
    (instrument) => instrument.records.length > 0 && !instrument.family.isReferenceStandard,
  )
  for (const [fate, count] of fates) {
    for (let given = 0; given < Math.ceil(count * share); given += 1) {
      const [instrument] = free.splice(randomNumbers.whole(0, free.length - 1), 1)
      if (!instrument) throw new Error('more fates than instruments')
      instrument.fate = fate
    }
  }
}
