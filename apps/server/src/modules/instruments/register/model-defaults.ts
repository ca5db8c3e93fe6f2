import { because } from '@plumbline/contract'
import type { Transaction } from '../../../platform/db/index.ts'
import { unusableValue, type ApiError } from '../../../platform/errors.ts'
import { findModelDefaults, findReleased } from '../../procedures/index.ts'
import type { NewInstrumentBody } from '../body-fields.ts'

/**
 * Returns bodies of new instruments, with the defaults of their models for what they do not state.
 * @returns each body, or the refusal of one that names a procedure that is not released
 */
export async function withModelDefaults(
  tx: Transaction,
  bodies: readonly NewInstrumentBody[],
): Promise<(NewInstrumentBody | ApiError)[]> {
  const ofModel = bodies.map(({ manufacturer, model }) => Boolean(manufacturer && model))
  const named = bodies.flatMap(({ procedure_id: id }) => (id == null ? [] : [id.toLowerCase()]))
  const [defaults, released] = await Promise.all([
    ofModel.includes(true) ? findModelDefaults(tx, bodies) : bodies.map(() => null),
    named.length > 0 ? findReleased(tx, named) : [],
  ])
  const releasedIds = new Set(released.map(({ procedureId }) => procedureId))
  return bodies.map((body, at) => {
    const { procedure_id: id } = body
    if (id != null && !releasedIds.has(id.toLowerCase())) {
      return unusableValue('procedure_id', because('procedure.not_released'))
    }
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    return { ...defaults[at], ...sent } as NewInstrumentBody // The body states what it must.
  })
}
