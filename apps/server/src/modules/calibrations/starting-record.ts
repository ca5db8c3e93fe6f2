import type { StartingRecords } from '../instruments/index.ts'
import { statedColumns } from './columns.ts'
import { decisionOf } from './decision.ts'
import { draftCalibration } from './draft-calibration.ts'
import { decisionEntry, recordEntry } from './ledger-payload.ts'
import type { StatedFields } from './record.ts'
import { requirementsNow } from './requirements-in-force.ts'
import { insertCalibration } from './write-store.ts'

/** Said by the record itself, since it looks like a calibration and is none. */
const NOTES = 'Starting point entered with the instrument. It states a date and no measurement.'

/** Every stated field, without a value. */
export const nothingStated = Object.fromEntries(
  Object.keys(statedColumns).map((name) => [name, null]),
) as Record<keyof StatedFields, null>

/**
 * The record behind `last_calibration_date` of a new instrument: a PASS that is approved under every policy
 * and without a signature, as it states a starting point and no measurement (decisions, section 7). It has
 * no certificate and no event of its own.
 */
export const startingRecords: StartingRecords = {
  draft: async (tx, { instrument, performedAt, actor, workspace }) => {
    const stated: StatedFields = { ...nothingStated, result: 'PASS', performedAt, notes: NOTES }
    const draft = await draftCalibration(tx, {
      actor,
      performer: { performedBy: actor.name, performedByPersonId: actor.userId },
      workspace,
      instrument,
      stated,
      standard: null,
      requirements: requirementsNow(workspace),
      isStartingRecord: true,
    })
    const decision = decisionOf(actor, { decision: 'approved', isAutomatic: true })
    return {
      calibrationId: draft.calibrationId,
      entries: [recordEntry(draft), decisionEntry(draft, decision)],
      insert: (inserting, [place, decidedPlace]) => {
        if (!place || !decidedPlace) throw new Error('a starting record has two entries')
        insertCalibration(inserting, {
          draft,
          place,
          chainFirstLedgerIndex: place.index,
          decided: { decision, place: decidedPlace },
        })
      },
    }
  },
}
