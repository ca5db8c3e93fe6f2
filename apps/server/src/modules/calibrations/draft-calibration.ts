import type { Actor } from '../../platform/actor.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { findLocation, findSite, type Workspace } from '../workspaces/index.ts'
import type { CalibrationDraft, CalibrationRow, StatedFields } from './record.ts'
import type { Performer } from './performer.ts'
import { freeze, type FrozenRequirements, type FrozenStandard, type SnapshotParts } from './snapshot.ts'

/** What a calibration is made from. */
export interface DraftParts {
  /** Who enters it. */
  readonly actor: Actor
  readonly performer: Performer
  readonly workspace: Workspace
  readonly instrument: SnapshotParts['instrument']
  readonly stated: StatedFields
  /** Null where the record names none. */
  readonly standard: FrozenStandard | null
  /** What it had to state. */
  readonly requirements: FrozenRequirements
  readonly isStartingRecord?: boolean
  /** The record that this one corrects, and why. */
  readonly correction?: {
    readonly of: Pick<CalibrationRow, 'calibrationId'>
    readonly reason: string
  }
}

/** A calibration with a new id and the state of its surroundings frozen; reads, and writes nothing. */
export async function draftCalibration(tx: Transaction, parts: DraftParts): Promise<CalibrationDraft> {
  const { actor, workspace, instrument, stated, standard, requirements, correction } = parts
  const [site, location] = await Promise.all([
    findSite(tx, instrument.siteId),
    instrument.locationId === null ? undefined : findLocation(tx, instrument.locationId),
  ])
  if (!site) throw new Error(`site ${instrument.siteId} vanished`)
  return {
    ...stated,
    calibrationId: newId(),
    instrumentId: instrument.instrumentId,
    performedBy: parts.performer.performedBy,
    performedByPersonId: parts.performer.performedByPersonId,
    enteredBy: actor.name,
    enteredByPersonId: actor.userId,
    referenceStandardOverdue: standard && standard.overdue,
    referenceStandardCondition: standard?.condition ?? null,
    isStartingRecord: parts.isStartingRecord ?? false,
    correctsId: correction?.of.calibrationId ?? null,
    correctionReason: correction?.reason ?? null,
    snapshot: freeze({ instrument, workspace, site, location, standard, requirements }),
  }
}
