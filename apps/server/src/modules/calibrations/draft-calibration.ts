import type { Actor } from '../../platform/actor.ts'
import type { Transaction } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import { findLocation, findSite, recordedLaboratoryOf, type WorkspaceSettings } from '../workspaces/index.ts'
import type { CalibrationDraft, CalibrationRow, StatedFields } from './record.ts'
import type { Performer } from './performer.ts'
import {
  freeze,
  type FrozenPlace,
  type FrozenRequirements,
  type FrozenStandard,
  type SnapshotParts,
} from './snapshot.ts'

/** What a calibration is made from. */
export interface DraftParts {
  /** Who enters it. */
  readonly actor: Actor
  readonly performer: Performer
  readonly workspace: WorkspaceSettings
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

/** What is frozen of the surroundings beside what the parts bring. */
export type Surroundings = Pick<SnapshotParts, 'laboratory' | 'site'>

/** A calibration with a new id and the state of its surroundings frozen; reads, and writes nothing. */
export async function draftCalibration(tx: Transaction, parts: DraftParts): Promise<CalibrationDraft> {
  const { instrument, workspace } = parts
  const [laboratory, site] = await Promise.all([recordedLaboratoryOf(tx, workspace), placeOf(tx, instrument)])
  return draftOf(parts, { laboratory, site })
}

/** The same where all of it was read before. */
export function draftOf(parts: DraftParts, surroundings: Surroundings): CalibrationDraft {
  const { actor, workspace, instrument, stated, standard, requirements, correction } = parts
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
    snapshot: freeze({ instrument, workspace, standard, requirements, ...surroundings }),
  }
}

async function placeOf(tx: Transaction, instrument: DraftParts['instrument']): Promise<FrozenPlace> {
  const [site, location] = await Promise.all([
    findSite(tx, instrument.siteId),
    instrument.locationId === null ? undefined : findLocation(tx, instrument.locationId),
  ])
  if (!site) throw new Error(`site ${instrument.siteId} vanished`)
  return { siteName: site.name, siteLaboratory: site.laboratory, locationName: location?.name ?? null }
}
