import { appendOne } from '../modules/calibrations/index.ts'
import { followRecords } from '../modules/findings/index.ts'
import { sendInstrumentOut } from '../modules/instruments/index.ts'
import { clockAt } from '../platform/clock.ts'
import { shipmentTo } from './demo-providers.ts'
import { bodyOf, enterHistory, type DemoPeople, type EnteredInstrument } from './enter-history.ts'
import type { FillParts } from './fill-parts.ts'

/** An event at an instant in the past of the demo. */
interface Step {
  at: string
  act: (parts: FillParts) => Promise<unknown>
}

/**
 * Sends instruments to their providers and receives them with their last records, each at its own time: the dates of
 * a shipment are those of its ledger entries, which cannot be backdated. Earlier records are appended first.
 */
export async function enterShipments(
  parts: FillParts,
  people: DemoPeople,
  shipped: readonly EnteredInstrument[],
): Promise<void> {
  for (const { planned, ...entered } of shipped) {
    const before = { ...planned, records: planned.records.slice(0, -1) }
    await enterHistory(parts, people, { ...entered, planned: before })
  }
  const steps = shipped.flatMap((entered) => stepsOf(people, entered))
  for (const { at, act } of steps.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
    await act({ ...parts, clock: clockAt(new Date(at)) })
  }
}

function stepsOf({ manager, technician }: DemoPeople, entered: EnteredInstrument): Step[] {
  const { instrumentId, planned, providerIds } = entered
  const { shipment } = planned
  const last = planned.records.at(-1)
  if (!shipment || !last?.external) return []
  const { provider } = last.external
  const { timeZone } = manager.workspace
  const sendOut = (parts: FillParts) => {
    const noted = { assetTag: planned.assetTag, now: parts.clock.now(), timeZone }
    return sendInstrumentOut(parts, manager, instrumentId, shipmentTo(provider, providerIds, noted))
  }
  const takeBack = ({ db, clock }: FillParts) =>
    db.transaction(technician.workspaceId, (tx) =>
      appendOne(tx, { clock, followRecords }, technician, instrumentId, bodyOf(last, entered)),
    )
  return [
    { at: shipment.sentAt, act: sendOut },
    { at: shipment.backAt, act: takeBack },
    ...(shipment.outAgainAt === null ? [] : [{ at: shipment.outAgainAt, act: sendOut }]),
  ]
}
