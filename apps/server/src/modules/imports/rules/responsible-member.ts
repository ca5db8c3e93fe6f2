import { because, type RefusalReason } from '@plumbline/contract'
import { cellText } from './cell-text.ts'

/** A member as named by rows. */
export interface NamedMember {
  readonly personId: string
  readonly name: string
  readonly email: string
  /** Whether the person can become responsible for an instrument. */
  readonly isEligible: boolean
}

/** The members of a workspace as rows can name them at a site. */
export type MembersAtSite = (siteId: string | undefined) => readonly NamedMember[]

/**
 * Returns the members as rows can name them, computed once for each site.
 * @param isEligibleAt whether a member can become responsible for instruments of a site
 */
export function membersAtSites<Person extends Omit<NamedMember, 'isEligible'>>(
  members: readonly Person[],
  isEligibleAt: (member: Person, siteId: string | undefined) => boolean,
): MembersAtSite {
  const bySite = new Map<string | undefined, readonly NamedMember[]>()
  return (siteId) => {
    const known =
      bySite.get(siteId) ??
      members.map((member) => ({
        personId: member.personId,
        name: member.name,
        email: member.email,
        isEligible: isEligibleAt(member, siteId),
      }))
    bySite.set(siteId, known)
    return known
  }
}

/**
 * Returns the ID of the member whose email address or name a row states, compared case-insensitively. The current
 * responsible person is kept even after leaving, so that importing an exported register changes nothing.
 * @param currentId the responsible person in the register
 */
export function responsibleMember(
  text: string,
  members: readonly NamedMember[],
  currentId: string | null,
): string | RefusalReason {
  const named = members.filter(({ name, email }) => key(email) === key(text) || key(name) === key(text))
  if (currentId !== null && named.some(({ personId }) => personId === currentId)) return currentId
  const eligible = named.filter(({ isEligible }) => isEligible)
  const [only, ...others] = eligible
  const byEmail = eligible.find(({ email }) => key(email) === key(text))
  if (byEmail) return byEmail.personId
  if (only) return others.length === 0 ? only.personId : because('import.responsible_ambiguous')
  return because(named.length === 0 ? 'import.responsible_unknown' : 'field.not_assignable')
}

function key(text: string): string {
  return cellText(text).normalize('NFC').toLowerCase()
}
