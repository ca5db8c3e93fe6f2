import { libraryBody } from '@plumbline/contract/library'
import type { Caller } from '../../modules/access/index.ts'
import { createModel, createProcedure, releaseProcedure } from '../../modules/procedures/index.ts'
import type { Family } from '../families.ts'
import type { FillParts } from '../fill-parts.ts'
import type { DemoPoint, DemoProcedure } from './demo-procedure.ts'

/** A procedure of the demo that was released. */
export interface EnteredProcedure {
  readonly procedureId: string
  readonly points: readonly DemoPoint[]
  /** The ID of each of these points. */
  readonly pointIds: readonly string[]
}

/** Accepts any version of the draft, because nobody else edits the demo. */
const anyVersion = () => undefined

/**
 * Creates and releases procedures, and the models of the instruments that follow them.
 * @returns the procedures by the prefix of the asset tags of these instruments
 */
export async function enterProcedures(
  parts: FillParts,
  manager: Caller,
  procedures: readonly DemoProcedure[],
  families: readonly Family[],
): Promise<ReadonlyMap<string, EnteredProcedure>> {
  const entered = new Map<string, EnteredProcedure>()
  for (const { tag, procedure, points } of procedures) {
    const draft = await createProcedure(parts, manager, libraryBody(procedure))
    const { procedureId } = draft
    const meaning = 'Reviewed and released'
    await releaseProcedure(parts, manager, procedureId, { meaning, requireVersion: anyVersion })
    entered.set(tag, { procedureId, points, pointIds: draft.points.map(({ id }) => id) })
  }
  for (const family of families) {
    const procedureId = entered.get(family.tag)?.procedureId
    if (procedureId !== undefined) await enterModels(parts, manager, family, procedureId)
  }
  return entered
}

async function enterModels(
  parts: FillParts,
  manager: Caller,
  { makes, interval: [value, unit], category }: Family,
  procedureId: string,
): Promise<void> {
  for (const [manufacturer, model] of makes) {
    await createModel(parts, manager, {
      manufacturer,
      model,
      category,
      procedure_id: procedureId,
      calibration_interval_value: value,
      calibration_interval_unit: unit,
    })
  }
}
