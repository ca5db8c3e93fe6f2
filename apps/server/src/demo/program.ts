import type { IntervalUnit } from '@plumbline/contract'
import { chanceFrom, type Chance } from './chance.ts'
import { families, type Family } from './families.ts'
import { historyOf, type HistorySpan, type PlannedRecord } from './history.ts'
import { loneFamilies } from './lone-families.ts'
import { withImpacts } from './impacts.ts'
import { shipmentOf, withOneOutAgain, type PlannedShipment } from './shipments.ts'

/** How much is planned, and from which numbers. */
export interface ProgramSize {
  /** Any number; another one gives another program. */
  readonly seed: number
  /** Share of the instruments of each kind; at least one of each is planned. */
  readonly share: number
  /** How far back the history goes. */
  readonly years: number
}

/** The whole demo: 254 instruments with ten years of history. */
export const wholeProgram: ProgramSize = { seed: 20_261_121, share: 1, years: 10 }

/** Enough to look at every page with: 47 instruments with five years of history. */
export const smallProgram: ProgramSize = { seed: 20_261_479, share: 1 / 6, years: 5 }

/** An instrument of the demo with all that will have happened to it. */
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
  /** Place among the sites of the demo. */
  site: 0 | 1 | 2
  /** Where its schedule starts when it came to the register with an earlier calibration. */
  startingAt: string | null
  records: PlannedRecord[]
  /** How it came to its last record, where a provider calibrated it lately. */
  shipment: PlannedShipment | null
  /** What happens to it in the end. */
  fate: 'in_use' | 'retired' | 'reference_only' | 'sent_out' | 'out_of_service' | 'extended'
}

/** Share of instruments that were entered with the date of an earlier calibration. */
const CAME_CALIBRATED = 0.15

/** Every row says that it is made up, so that nobody takes it for a real register. */
export const SYNTHETIC_NOTE = 'Synthetic demo data.'

/** Sites of the demo, in two time zones; null: the zone of the workspace. */
export const demoSites = [
  { name: 'Hamburg plant', timeZone: null },
  { name: 'Hamburg laboratory', timeZone: null },
  { name: 'Raleigh plant', timeZone: 'America/New_York' },
] as const

/** The zone of the demo's workspace. */
export const DEMO_TIME_ZONE = 'Europe/Berlin'

const departments = ['Production', 'Incoming inspection', 'Quality', 'Maintenance', 'Laboratory']
const shelves = ['Cabinet 1', 'Cabinet 4', 'Line 2', 'Line 5', 'Bench 3', 'Cold room', null]

/** How many of the instruments end in each way; the rest stay in use. */
const fates = [
  ['retired', 12],
  ['reference_only', 4],
  ['sent_out', 5],
  ['out_of_service', 6],
  ['extended', 5],
] as const

/**
 * A program with its history up to `today` (YYYY-MM-DD). The same seed gives the same program, shifted
 * to the day.
 */
export function planProgram(today: string, size: ProgramSize = wholeProgram): PlannedInstrument[] {
  const chance = chanceFrom(size.seed)
  const history = { today, years: size.years }
  const planned = families.flatMap((family) =>
    Array.from({ length: Math.ceil(family.count * size.share) }, (_, place) =>
      planInstrument(chance, family, place, history),
    ),
  )
  giveFates(chance, planned, size.share)
  const whole = size.share === 1 ? [...planned, ...planLone(size.seed, history)] : planned
  const shipped = whole.map((instrument) => {
    const records = withPoints(withImpacts(chance, instrument.records, instrument.family))
    const shipment = instrument.fate === 'in_use' ? shipmentOf(chance, instrument, today) : null
    return { ...instrument, records, shipment }
  })
  return withOneOutAgain(shipped, today)
}

/** One instrument of each kind that nothing else follows the procedure of; it draws from numbers of its own. */
function planLone(seed: number, history: HistorySpan): PlannedInstrument[] {
  return loneFamilies.map((family, place) => planInstrument(chanceFrom(seed + place + 1), family, 0, history))
}

/** Records of each instrument that carry points: the latest, between which one sees it drift. */
const WITH_POINTS = 2

function withPoints(records: readonly PlannedRecord[]): PlannedRecord[] {
  return records.map((record, place) => ({ ...record, hasPoints: place >= records.length - WITH_POINTS }))
}

function planInstrument(
  chance: Chance,
  family: Family,
  place: number,
  history: HistorySpan,
): PlannedInstrument {
  const [maker, model] = chance.pick(family.makes)
  const number = String(place + 1).padStart(family.isReferenceStandard ? 2 : 3, '0')
  const interval = intervalOf(chance, family)
  const [first, ...later] = historyOf(chance, family, interval, history)
  const cameCalibrated = first !== undefined && chance.happens(CAME_CALIBRATED)
  return {
    assetTag: `${family.tag}-${number}`,
    family,
    name: chance.pick(family.names),
    // Gaps as in real registers.
    manufacturer: chance.happens(0.06) ? null : maker,
    model: chance.happens(0.1) ? null : model,
    serialNumber: chance.happens(0.07)
      ? null
      : `${maker.slice(0, 2).toUpperCase()}${chance.whole(10_000, 99_999)}-${number}`,
    department: chance.pick(departments),
    location: chance.pick(shelves),
    toleranceSpec: chance.happens(0.08) ? null : chance.pick(family.toleranceSpecs),
    notes: SYNTHETIC_NOTE,
    interval,
    customFields: chance.happens(0.3) ? { 'Cost centre': String(chance.whole(4100, 4900)) } : {},
    site: family.isReferenceStandard ? 1 : chance.pick([0, 0, 1, 2] as const),
    startingAt: cameCalibrated ? first.performedAt : null,
    records: first && !cameCalibrated ? [first, ...later] : later,
    shipment: null,
    fate: 'in_use',
  }
}

/** Most keep the interval of their kind; some were shortened or stretched over the years. */
function intervalOf(chance: Chance, family: Family): readonly [number, IntervalUnit] {
  if (!chance.happens(0.15)) return family.interval
  return chance.pick([
    [6, 'months'],
    [24, 'months'],
    [90, 'days'],
    [3, 'years'],
  ] as const)
}

function giveFates(chance: Chance, planned: PlannedInstrument[], share: number): void {
  const free = planned.filter(
    (instrument) => instrument.records.length > 0 && !instrument.family.isReferenceStandard,
  )
  for (const [fate, count] of fates) {
    for (let given = 0; given < Math.ceil(count * share); given += 1) {
      const [instrument] = free.splice(chance.whole(0, free.length - 1), 1)
      if (!instrument) throw new Error('more fates than instruments')
      instrument.fate = fate
    }
  }
}
