import type { Chance } from './chance.ts'
import type { Family } from './families.ts'
import type { PlannedRecord } from './history.ts'

/** A shipment to the provider whose certificate is the last record of an instrument. */
export interface PlannedShipment {
  readonly sentAt: string
  readonly backAt: string
  /** When it was sent out once more, and has not come back since; null: it was not. */
  readonly outAgainAt: string | null
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Days that the ledger of the demo covers: a report of a year looks no further back. */
const LEDGER_DAYS = 365

/** Share of shipments that take a provider weeks longer than the others. */
const SLOW = 0.2

/** When the workspace of the demo is made: its shipments, which the ledger alone dates, came afterwards. */
export function ledgerBegins(today: string): Date {
  return new Date(Date.parse(`${today}T05:00:00Z`) - LEDGER_DAYS * DAY_MS)
}

/** The shipment that belongs to the last record of an instrument; null when it took place before the ledger began. */
export function shipmentOf(
  chance: Chance,
  { records, startingAt }: { records: readonly PlannedRecord[]; startingAt: string | null },
  today: string,
): PlannedShipment | null {
  const last = records.at(-1)
  if (!last?.external || last.afterwards !== 'nothing') return null
  const began = ledgerBegins(today).getTime()
  const before = records.at(-2)?.performedAt ?? startingAt
  // What was there before is entered when the ledger begins.
  if (before !== null && Date.parse(before) >= began) return null
  return shipmentAround(chance, last, { began, ended: Date.parse(`${today}T00:00:00Z`) })
}

function shipmentAround(
  chance: Chance,
  { performedAt }: PlannedRecord,
  { began, ended }: { began: number; ended: number },
): PlannedShipment | null {
  const performed = Date.parse(performedAt)
  const sent = performed - (chance.happens(SLOW) ? chance.whole(25, 45) : chance.whole(4, 18)) * DAY_MS
  const back = performed + chance.whole(1, 5) * DAY_MS
  if (sent <= began || back >= ended) return null
  return { sentAt: new Date(sent).toISOString(), backAt: new Date(back).toISOString(), outAgainAt: null }
}

/** Days since an instrument was sent out that should be back by now. */
const OUT_AGAIN_DAYS = 33

/** Days that it was back before that. */
const BACK_BEFORE_DAYS = 14

/** The same instruments, one of which was sent out once more and is late: the first that was back for long enough. */
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
