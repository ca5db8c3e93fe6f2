import type { MeasurementUncertainty } from '@plumbline/contract'
import { isBlank } from '@plumbline/contract/tolerance'
import { coverageMembers, coverageText } from '../../../components/points/coverage-text.ts'
import { numberText } from './reading-number.ts'

/** An expanded uncertainty as typed. */
export interface UncertaintyEntry {
  readonly expanded: string
  readonly factor: string
  /** Empty for the unit of the nominal value. */
  readonly unit: string
  readonly level: string
  /** Further recorded members that the form does not show. */
  readonly kept?: Pick<MeasurementUncertainty, 'relative_percent' | 'degrees_of_freedom'>
}

/** No uncertainty, with the most common coverage factor. */
export const NO_UNCERTAINTY: UncertaintyEntry = { expanded: '', factor: '2', unit: '', level: '' }

/** Returns a stated uncertainty as an entry of the form. */
export function uncertaintyEntry(stated: MeasurementUncertainty | null): UncertaintyEntry {
  if (!stated) return NO_UNCERTAINTY
  return {
    expanded: stated.expanded ?? '',
    factor: stated.coverage_factor ?? '',
    unit: stated.unit ?? '',
    level: coverageText(stated) ?? '',
    ...keptUncertainty(stated),
  }
}

function keptUncertainty({
  relative_percent: relative = null,
  degrees_of_freedom: degrees = null,
}: MeasurementUncertainty): Pick<UncertaintyEntry, 'kept'> {
  if (relative === null && degrees === null) return {}
  return { kept: { relative_percent: relative, degrees_of_freedom: degrees } }
}

/**
 * Returns the uncertainty that an entry states, or null.
 * @param pointUnit unit of the nominal value
 */
export function statedUncertainty(entry: UncertaintyEntry, pointUnit: string): MeasurementUncertainty | null {
  const { expanded, factor, unit, level, kept } = entry
  if (isBlank(expanded) && !kept?.relative_percent) return null
  const { relative_percent: relative, degrees_of_freedom: degrees } = kept ?? {}
  return {
    ...(isBlank(expanded)
      ? { relative_percent: relative ?? null }
      : { expanded: numberText(expanded, unit || pointUnit) }),
    ...(degrees && { degrees_of_freedom: degrees }),
    coverage_factor: isBlank(factor) ? null : numberText(factor, ''),
    ...(!isBlank(unit) && { unit }),
    ...(!isBlank(level) && coverageMembers(level)),
  }
}
