import type { MeasurementDecision } from '../public/measured-point.ts'

/** Whether a decision says that what was measured does not conform: a pass over it is a person's, with a reason. */
export function rejects(decision: Pick<MeasurementDecision, 'outcome'> | null): boolean {
  return decision?.outcome === 'fail' || decision?.outcome === 'nonconforming'
}
