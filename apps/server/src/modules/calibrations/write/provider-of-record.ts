import { because } from '@plumbline/contract'
import { isBlank } from '@plumbline/contract/tolerance'
import { unusableValue } from '../../../platform/errors.ts'
import { localDate } from '../../compliance/index.ts'
import type { ProviderRow } from '../../providers/index.ts'
import type { CalibrationRow } from '../record.ts'
import type { CalibrationBody } from './stated-fields.ts'

/** What a record freezes of its provider's accreditation. */
export type FrozenAccreditation = Pick<
  CalibrationRow,
  | 'providerAccreditationBody'
  | 'providerAccreditationNumber'
  | 'providerAccreditationValidUntil'
  | 'providerAccreditationExpired'
>

/** For a record that names no provider. */
export const noAccreditation: FrozenAccreditation = {
  providerAccreditationBody: null,
  providerAccreditationNumber: null,
  providerAccreditationValidUntil: null,
  providerAccreditationExpired: null,
}

/** What the provider of a record is determined from. */
interface ProviderInputs {
  /** Providers named by records, by ID. */
  readonly providers: ReadonlyMap<string, ProviderRow>
  /** The corrected record; null if there is none. */
  readonly corrected: CalibrationRow | null
  /** When the calibration was performed. */
  readonly performedAt: string
  /** The workspace's time zone. */
  readonly timeZone: string
}

/**
 * Returns the body with its provider's name, if it names a provider and states no other text, and what is frozen of
 * the accreditation: as the register states it now, compared with the day of the calibration. A correction that
 * changes neither provider nor time keeps what the corrected record froze.
 * @throws 422 INVALID_REQUEST for a provider that the workspace does not have; archived ones may be named
 */
export function withProvider(
  body: CalibrationBody,
  { providers, corrected, performedAt, timeZone }: ProviderInputs,
): { body: CalibrationBody; accreditation: FrozenAccreditation } {
  if (body.provider_id == null) return { body, accreditation: noAccreditation }
  const id = body.provider_id.toLowerCase()
  const provider = providers.get(id)
  if (!provider) throw unusableValue('provider_id', because('provider.unknown'))
  const named = isBlank(body.service_provider) ? { ...body, service_provider: provider.name } : body
  const isAsCorrected = corrected?.providerId === id && corrected.performedAt === performedAt
  if (isAsCorrected) return { body: named, accreditation: frozenOf(corrected) }
  const { accreditation_valid_until: validUntil } = provider
  const accreditation = {
    providerAccreditationBody: provider.accreditation_body,
    providerAccreditationNumber: provider.accreditation_number,
    providerAccreditationValidUntil: validUntil,
    providerAccreditationExpired: validUntil === null ? null : validUntil < localDate(performedAt, timeZone),
  }
  return { body: named, accreditation }
}

function frozenOf(row: FrozenAccreditation): FrozenAccreditation {
  return {
    providerAccreditationBody: row.providerAccreditationBody,
    providerAccreditationNumber: row.providerAccreditationNumber,
    providerAccreditationValidUntil: row.providerAccreditationValidUntil,
    providerAccreditationExpired: row.providerAccreditationExpired,
  }
}
