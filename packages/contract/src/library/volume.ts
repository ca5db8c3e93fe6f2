import { waterVolumeFactor } from '../measurement/pipette-volume.ts'
import {
  budgetKey,
  pointAt,
  readBudget,
  WORKSHOP_CONDITIONS,
  type LibraryProcedure,
} from './library-procedure.ts'

/** °C of the table of Z in the work instruction. */
const TEMPERATURES = [17, 18, 19, 20, 21, 22, 23]

const factors = TEMPERATURES.map(
  (temperature) => `| ${temperature} | ${waterVolumeFactor({ temperature }).toFixed(4)} |`,
)

/** Ten weighings at 10, 50 and 100 % of the nominal volume (ISO 8655-6). */
export const pipettes: LibraryProcedure = {
  key: 'pipettes',
  source: 'ISO 8655-6:2022',
  limits:
    '±0.8 µL, the systematic error of 100 µL pipettes in ISO 8655-2, which holds at each volume; the random error (0.3 µL) is yours to compare; check against your edition',
  content: {
    code: 'CP-VOL-01',
    title: 'Calibration of piston pipettes',
    scope: 'Piston pipettes; the points are those of a nominal volume of 100 µL.',
    work_instruction: [
      '1. Let pipette, tips and water reach the temperature of the room for two hours.',
      '2. Wet each tip five times, then weigh ten deliveries of distilled water at each volume.',
      '3. Correct each mass for evaporation and multiply it by Z: V = m × Z. Record the ten volumes in µL.',
      '4. The mean against the limits is the systematic error; the standard deviation is the random error.',
      '',
      'Z at 1013 hPa and 50 % RH:',
      '',
      '| °C | µL/mg |',
      '|---|---|',
      ...factors,
    ].join('\n'),
    environment: WORKSHOP_CONDITIONS,
    required_standards: [{ role: 'Balance with a resolution of 0.01 mg', minimum_tur: '3' }],
    budgets: [
      readBudget(budgetKey(1), 'Volume', {
        standard: '0.06',
        unit: 'µL',
        source: 'Certificate of the balance, temperature of the water and evaporation',
      }),
    ],
  },
  points: ['100.00', '50.00', '10.00'].map((value) =>
    pointAt([value, 'µL'], '0.8', {
      function: 'Volume',
      range: '100 µL',
      resolution: '0.01',
      repeats: 10,
      budget_id: budgetKey(1),
    }),
  ),
}
