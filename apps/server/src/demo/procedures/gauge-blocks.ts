import { builtInClasses, gaugeBlockPoints, gaugeBlockSets } from '@plumbline/contract/procedure'
import { budgetKey, ROOM, singleBudget, type DemoPoint, type DemoProcedure } from './demo-procedure.ts'

/** The block that the deviation of a set is stated at. */
const STATED_AT = '10'

const { points: blocks } = gaugeBlockPoints({
  unit: 'mm',
  sizes: gaugeBlockSets.find(({ name }) => name === 'M47')!.sizes,
  table: builtInClasses.find(({ key }) => key === 'iso-3650-0')!,
  measured: 'Length',
  resolution: '0.00001',
  repeats: 1,
})

/** A point for each of 47 blocks, with the limits of grade 0. */
export const gaugeBlockSet: DemoProcedure = {
  tag: 'STD-GB',
  content: {
    code: 'CP-DIM-04',
    title: 'Calibration of gauge block sets, 47 pieces, grade 0',
    scope: 'Gauge block sets of ISO 3650, grade 0, by a provider.',
    work_instruction:
      '1. Clean each block and look at its faces for scratches.\n2. Compare its length in the middle with that of a block of the same nominal length.\n3. The limits are those of grade 0 at the nominal length of each block.',
    environment: ROOM,
    required_standards: [{ role: 'Gauge block set, grade K', minimum_tur: null }],
    budgets: [
      singleBudget(budgetKey(1), 'Length by comparison', {
        standard: '0.00003',
        repeatability: '0.00001',
        unit: 'mm',
        source: 'Certificate of the set of grade K',
      }),
    ],
  },
  points: blocks.map((point, index): DemoPoint => {
    const isStated = point.nominal.value === STATED_AT
    return {
      ...point,
      resolution: '0.00001',
      budget_id: budgetKey(1),
      halfWidth: Number(point.tolerance!.symmetric!.absolute),
      share: isStated ? 1 : Number(Math.sin(index + 1).toFixed(2)) * 0.9,
    }
  }),
}
