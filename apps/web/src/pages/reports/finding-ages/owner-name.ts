import { t } from '../../../base/messages.ts'

/** Whose a finding is. */
export function ownerName(owner: { name: string } | null): string {
  return owner === null ? t('finding.noOwner') : owner.name
}
