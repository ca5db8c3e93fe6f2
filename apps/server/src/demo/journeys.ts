import type { Chance } from './chance.ts'
import type { PlannedRecord } from './history.ts'

/** A journey to the provider whose certificate is the last record of an instrument. */
export interface PlannedJourney {
  readonly sentAt: string
  readonly backAt: string
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Days of which the ledger of the demo tells: a report of a year looks no further back. */
const LEDGER_DAYS = 365

/** Share of journeys that take a provider weeks longer than the others. */
const SLOW = 0.2

/** When the workspace of the demo is made: its journeys, which the ledger alone dates, came afterwards. */
export function ledgerBegins(today: string): Date {
  return new Date(Date.parse(`${today}T05:00:00Z`) - LEDGER_DAYS * DAY_MS)
}

/** The journey that belongs to the last record of an instrument; null where it lies outside the ledger's time. */
export function journeyOf(
  chance: Chance,
  { records, startingAt }: { records: readonly PlannedRecord[]; startingAt: string | null },
  today: string,
): PlannedJourney | null {
  const last = records.at(-1)
  if (!last?.external || last.afterwards !== 'nothing') return null
  const began = ledgerBegins(today).getTime()
  const before = records.at(-2)?.performedAt ?? startingAt
  // What was there before is entered when the ledger begins.
  if (before !== null && Date.parse(before) >= began) return null
  return journeyAround(chance, last, { began, ended: Date.parse(`${today}T00:00:00Z`) })
}

function journeyAround(
  chance: Chance,
  { performedAt }: PlannedRecord,
  { began, ended }: { began: number; ended: number },
): PlannedJourney | null {
  const performed = Date.parse(performedAt)
  const sent = performed - (chance.happens(SLOW) ? chance.whole(25, 45) : chance.whole(4, 18)) * DAY_MS
  const back = performed + chance.whole(1, 5) * DAY_MS
  if (sent <= began || back >= ended) return null
  return { sentAt: new Date(sent).toISOString(), backAt: new Date(back).toISOString() }
}
