import type { MeasurementDecision } from '../public/measured-point.ts'

/** Whether a decision states nonconformity: a pass in spite of it is a person's decision, which requires a reason. */
export function rejects(decision: Pick<MeasurementDecision, 'outcome'> | null): boolean {
  return decision?.outcome === 'fail' || decision?.outcome === 'nonconforming'
}
