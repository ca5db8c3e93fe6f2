import { because } from '@plumbline/contract'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../../access/index.ts'
import type { InstrumentSettings } from '../body-fields.ts'

/** Settings that may not be decided by those whose records they concern, with the reason. */
const managed = {
  requires_electronic_signature_override: 'instrument.signature_role',
  procedure_id: 'procedure.setting_role',
  point_overrides: 'procedure.setting_role',
} as const

/** @throws 403 FORBIDDEN for a technician who changes settings reserved for admins and managers */
export function requireSettingRole(caller: Caller, body: InstrumentSettings): void {
  if (caller.role !== 'technician') return
  for (const [name, key] of Object.entries(managed)) {
    if (body[name as keyof typeof managed] !== undefined) {
      throw new ApiError('FORBIDDEN', { reason: because(key) })
    }
  }
}
