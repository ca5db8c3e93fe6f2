import type { StartingRecords } from '../../instruments/index.ts'
import { laboratoryOfRecord } from '../../workspaces/index.ts'
import { newId } from '../../../platform/ids.ts'
import { statedColumns } from '../columns.ts'
import { decisionOf } from './decision.ts'
import { draftRecord, entriesOf } from './plan.ts'
import type { StatedFields } from '../record.ts'
import { requirementsNow } from '../requirements-in-force.ts'
import { insertCalibrations, type NewCalibration } from './write-store.ts'

/** Stated in the record itself, because it looks like a calibration but is not one. */
const NOTES = 'Starting point entered with the instrument. It states a date and no measurement.'

/** Every stated field, with no value. */
export const nothingStated = Object.fromEntries(
  Object.keys(statedColumns).map((name) => [name, null]),
) as Record<keyof StatedFields, null>

/**
 * The record behind `last_calibration_date` of a new instrument: a PASS, approved under every policy and without a
 * signature, because it states a date and not a measurement (decisions, section 7). It has no certificate and no
 * event of its own.
 */
export const startingRecords: StartingRecords = {
  draft: async (tx, caller, points) => {
    const { workspace } = caller
    const laboratory = points.length > 0 ? (await laboratoryOfRecord(tx, workspace)).frozen : {}
    const decision = decisionOf(caller, { decision: 'approved', isAutomatic: true })
    const drafts = points.map(({ instrument, siteDetails, performedAt, nextDueDate }) =>
      draftRecord({
        calibrationId: newId(),
        actor: caller,
        performer: { performedBy: caller.name, performedByPersonId: caller.userId },
        workspace,
        laboratory,
        site: siteDetails,
        instrument,
        stated: { ...nothingStated, result: 'PASS' as const, performedAt, nextDueDate, notes: NOTES },
        measured: null,
        standard: null,
        requirements: requirementsNow(workspace),
        accreditation: { accredited: false, scope: null },
        isStartingRecord: true,
        corrected: null,
      }),
    )
    return {
      records: drafts.map((draft) => ({
        calibrationId: draft.calibrationId,
        entries: entriesOf(draft, decision),
      })),
      insert: (inserting, positions) => {
        const records = drafts.map((draft, index): NewCalibration => {
          const [position, ofDecision] = positions[index] ?? []
          if (!position || !ofDecision) throw new Error('a starting record has two entries')
          const decided = { decision, position: ofDecision }
          return { draft, position, chainFirstLedgerIndex: position.index, decided }
        })
        insertCalibrations(inserting, records)
      },
    }
  },
}
