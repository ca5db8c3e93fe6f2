import { because } from '@plumbline/contract'
import { isBlank } from '@plumbline/contract/tolerance'
import { validationError } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import type { FrozenStandard } from '../snapshot.ts'
import type { CalibrationBody } from './stated-fields.ts'

/** The standards that a record names as instruments: one for all of it, and those of single points. */
export interface NamedStandards {
  readonly standard: FrozenStandard | null
  readonly ofPoints: readonly FrozenStandard[]
}

/**
 * Where the workspace asks for it, a person who enters a record states why a standard was used that was unfit, or of which no
 * certificate is known. Never asked over the public API (decisions, section 7), and nothing of a provider's standards.
 * @throws 422 VALIDATION_ERROR naming `reference_standard_reason`
 */
export function requireStandardJustification(
  { type, workspace }: Caller,
  body: CalibrationBody,
  standards: NamedStandards,
): void {
  if (type !== 'user' || !workspace.requiresStandardJustification) return
  if (body.calibration_type === 'external_certificate' || !isBlank(body.reference_standard_reason)) return
  const unfit = unfitStandards(body, standards)
  if (unfit.length === 0) return
  throw validationError([
    {
      loc: ['body', 'reference_standard_reason'],
      type: 'missing',
      reason: because('field.standard_reason_missing', { standards: unfit.join(', ') }),
    },
  ])
}

/** Names of those that were not valid when they were used, or of which no certificate is known; each once. */
function unfitStandards(body: CalibrationBody, { standard, ofPoints }: NamedStandards): string[] {
  const stated = body.reference_standard_certificate_number
  const { reference_standard: text } = body
  const isTextAlone = body.reference_standard_asset_id == null && text != null && !isBlank(text)
  return [
    ...new Set([
      ...(standard && isUnfit(standard, stated) ? [nameOf(standard)] : []),
      ...(isTextAlone && isBlank(stated) ? [text] : []),
      ...ofPoints.filter((one) => isUnfit(one, null)).map(nameOf),
    ]),
  ]
}

function isUnfit(
  { condition, certificate_number: known }: FrozenStandard,
  stated: string | null | undefined,
) {
  return condition !== 'valid' || (isBlank(stated) && isBlank(known))
}

function nameOf({ asset_tag, name, id }: FrozenStandard): string {
  return asset_tag ?? name ?? id
}
