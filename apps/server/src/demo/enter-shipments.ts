import { appendOne } from '../modules/calibrations/index.ts'
import { followRecords } from '../modules/findings/index.ts'
import { changeStatus } from '../modules/instruments/index.ts'
import { clockAt } from '../platform/clock.ts'
import { bodyOf, enterHistory, type DemoPeople, type EnteredInstrument } from './enter-history.ts'
import type { FillParts } from './fill-parts.ts'

/** Something that happens at an instant of the demo's past. */
interface Step {
  at: string
  act: (parts: FillParts) => Promise<unknown>
}

/**
 * Sends instruments to their providers and takes them back with their last records, each when it happened: the days of
 * a shipment are those of the ledger, which knows no date but its own. What they had before is appended first.
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
  const { instrumentId, planned } = entered
  const last = planned.records.at(-1)
  if (!planned.shipment || !last) return []
  const out = { status: 'OUT_FOR_CALIBRATION', reason: 'Sent to the provider.' } as const
  return [
    { at: planned.shipment.sentAt, act: (parts) => changeStatus(parts, manager, instrumentId, out) },
    {
      at: planned.shipment.backAt,
      act: ({ db, clock }) =>
        db.transaction(technician.workspaceId, (tx) =>
          appendOne(tx, { clock, followRecords }, technician, instrumentId, bodyOf(last, entered)),
        ),
    },
  ]
}
