import { because, type RefusalReason } from '@plumbline/contract'
import { cellText } from './cell-text.ts'

/** A member as rows name them. */
export interface NamedMember {
  readonly personId: string
  readonly name: string
  readonly email: string
  /** Whether the person can become responsible for an instrument. */
  readonly isEligible: boolean
}

/**
 * Returns the ID of the member whose email address or name a row states, compared without regard to letter case. The
 * current responsible person stays so even after leaving, so that an exported register is imported unchanged.
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
