import { because, type RefusalReason, type ScopeLine } from '@plumbline/contract'
import { capabilityAt } from '@plumbline/contract/reading'
import { isBlank } from '@plumbline/contract/tolerance'
import { validationError } from '../../platform/errors.ts'

/** @throws 422 VALIDATION_ERROR with each member of a line that contradicts another one, or that is missing */
export function requireSoundScope(lines: readonly ScopeLine[]): void {
  const faults = lines.flatMap((line, index) =>
    faultsOf(line).map(([member, reason]) => ({
      loc: ['body', 'accreditation_scope', index, member],
      type: 'value_error',
      reason,
    })),
  )
  if (faults.length > 0) throw validationError(faults)
}

function faultsOf(line: ScopeLine): [member: keyof ScopeLine, reason: RefusalReason][] {
  const { from, to, unit, cmc, cmc_unit: capabilityUnit, cmc_percent: percent, since, until } = line
  const stated = [cmc, percent].filter((each) => !isBlank(each))
  const isOther = !isBlank(capabilityUnit) && capabilityAt(line, { value: from, unit }, unit) === null
  return [
    ...(Number(to) < Number(from) ? [['to', because('field.below_lower')] as const] : []),
    ...(stated.length === 0 ? [['cmc', because('field.cmc_missing')] as const] : []),
    ...(Number(cmc ?? 0) < 0 ? [['cmc', because('field.not_negative')] as const] : []),
    ...(Number(percent ?? 0) < 0 ? [['cmc_percent', because('field.not_negative')] as const] : []),
    ...(isOther ? [['cmc_unit', because('field.unit_differs', { unit })] as const] : []),
    ...(since !== null && until !== null && until < since
      ? [['until', because('field.from_after_to')] as const]
      : []),
  ].map(([member, reason]) => [member, reason])
}
