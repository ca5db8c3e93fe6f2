import { builtInClasses } from '../procedure/classes/built-in-classes.ts'
import { gaugeBlockPoints, gaugeBlockSets } from '../procedure/classes/gauge-block-sets.ts'
import { budgetKey, WORKSHOP_CONDITIONS, singleBudget, type LibraryProcedure } from './library-procedure.ts'

const { points: blocks } = gaugeBlockPoints({
  unit: 'mm',
  sizes: gaugeBlockSets.find(({ name }) => name === 'M47')!.sizes,
  table: builtInClasses.find(({ key }) => key === 'iso-3650-0')!,
  measured: 'Length',
  resolution: '0.00001',
  repeats: 1,
})

/** A point for each of 47 blocks, with the limits of grade 0. */
export const gaugeBlockSet: LibraryProcedure = {
  key: 'gauge-blocks',
  source: 'ISO 3650:1998',
  limits: 'limit deviations of the length at any point, grade 0 (ISO 3650:1998)',
  content: {
    code: 'CP-DIM-04',
    title: 'Calibration of gauge block sets, 47 pieces, grade 0',
    scope: 'Gauge block sets of ISO 3650, grade 0, by a provider.',
    work_instruction:
      '1. Clean each block and look at its faces for scratches.\n2. Compare its length in the middle with that of a block of the same nominal length.\n3. The limits are those of grade 0 at the nominal length of each block.',
    environment: WORKSHOP_CONDITIONS,
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
  points: blocks.map((point) => ({ ...point, resolution: '0.00001', budget_id: budgetKey(1) })),
}
