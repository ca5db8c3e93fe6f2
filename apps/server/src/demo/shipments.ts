import type { SeededRandom } from './seeded-random.ts'
import type { Family } from './families.ts'
import type { PlannedRecord } from './history.ts'

/** A shipment to the provider whose certificate is the last record of an instrument. */
export interface PlannedShipment {
  readonly sentAt: string
  readonly backAt: string
  /** When it was sent out again and not received since; null if it was not. */
  readonly outAgainAt: string | null
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Number of days that the ledger of the demo covers: a report covers one year. */
const LEDGER_DAYS = 365

/** Share of shipments that take weeks longer than the others. */
const SLOW = 0.2

/** Returns when the workspace of the demo is created. Shipments are later, because they are dated by their ledger entries. */
export function ledgerBegins(today: string): Date {
  return new Date(Date.parse(`${today}T05:00:00Z`) - LEDGER_DAYS * DAY_MS)
}

/** Returns the shipment of the last record of an instrument; null if it was before the ledger begins. */
export function shipmentOf(
  randomNumbers: SeededRandom,
  { records, startingAt }: { records: readonly PlannedRecord[]; startingAt: string | null },
  today: string,
): PlannedShipment | null {
  const last = records.at(-1)
  if (!last?.external || last.afterwards !== 'nothing') return null
  const began = ledgerBegins(today).getTime()
  const before = records.at(-2)?.performedAt ?? startingAt
  // Earlier records are entered when the ledger begins.
  if (before !== null && Date.parse(before) >= began) return null
  return shipmentAround(randomNumbers, last, { began, ended: Date.parse(`${today}T00:00:00Z`) })
}

function shipmentAround(
  randomNumbers: SeededRandom,
  { performedAt }: PlannedRecord,
  { began, ended }: { began: number; ended: number },
): PlannedShipment | null {
  const performed = Date.parse(performedAt)
  const sent =
    performed -
    (randomNumbers.happens(SLOW) ? randomNumbers.whole(25, 45) : randomNumbers.whole(4, 18)) * DAY_MS
  const back = performed + randomNumbers.whole(1, 5) * DAY_MS
  if (sent <= began || back >= ended) return null
  return { sentAt: new Date(sent).toISOString(), backAt: new Date(back).toISOString(), outAgainAt: null }
}

/** Days since the instrument that is overdue for return was sent out. */
const OUT_AGAIN_DAYS = 33

/** Minimum number of days between its previous return and that. */
const BACK_BEFORE_DAYS = 14

/** Returns the instruments, one of which was sent out again and is overdue: the first whose previous return is long enough ago. */
export function withOneOutAgain<
  Planned extends { readonly shipment: PlannedShipment | null; readonly family: Family },
>(planned: readonly Planned[], today: string): Planned[] {
  const outAgainAt = new Date(Date.parse(`${today}T08:20:00Z`) - OUT_AGAIN_DAYS * DAY_MS)
  const backBefore = new Date(outAgainAt.getTime() - BACK_BEFORE_DAYS * DAY_MS).toISOString()
  const late = planned.find(
    ({ shipment, family }) => shipment && shipment.backAt < backBefore && !family.isReferenceStandard,
  )
  return planned.map((each) =>
    each === late && each.shipment
      ? { ...each, shipment: { ...each.shipment, outAgainAt: outAgainAt.toISOString() } }
      : each,
  )
}
