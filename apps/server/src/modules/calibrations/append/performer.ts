import { because } from '@plumbline/contract'
import type { WorkspaceQueries } from '../../../platform/db/index.ts'
import { unusableValue } from '../../../platform/errors.ts'
import { findMember, sharesSite, type Caller, type Member } from '../../access/index.ts'
import type { CalibrationRow } from '../record.ts'

/** Who performed a calibration, by the name of that time. */
export type Performer = Pick<CalibrationRow, 'performedBy' | 'performedByPersonId'>

/**
 * The performer that a record names: the person who enters it unless the body names another member. A correction keeps
 * the performer of the record that it corrects (decisions, section 7).
 * @param personId as the body names it
 * @throws 422 INVALID_REQUEST for anybody but a member who shares a site with the caller, and for an auditor;
 * a person who has left may be named, since sheets are entered later
 */
export async function performerOf(
  queries: WorkspaceQueries,
  caller: Caller,
  personId: string | null | undefined,
  recorded?: Performer,
): Promise<Performer> {
  const known = knownPerformer(caller, personId, recorded)
  return known ?? performerAmong(caller, await findMember(queries, personId!))
}

/** The performer where nobody has to be looked up: nobody is named, or a person who stands there already. */
export function knownPerformer(
  caller: Caller,
  personId: string | null | undefined,
  recorded?: Performer,
): Performer | undefined {
  const own: Performer = { performedBy: caller.name, performedByPersonId: caller.userId }
  if (personId == null) return recorded ?? own
  return [recorded, own].find((one) => one?.performedByPersonId === personId.toLowerCase())
}

/** A member as performer. @throws 422 as above */
export function performerAmong(caller: Caller, member: Member | undefined): Performer {
  if (!member || member.role === 'auditor' || !sharesSite(caller, member)) {
    throw unusableValue('performed_by', because('calibration.performer_unknown'))
  }
  return { performedBy: member.name, performedByPersonId: member.personId }
}
