import {
  budgetKey,
  pointAt,
  readBudget,
  WORKSHOP_CONDITIONS,
  TYPICAL_LIMITS,
  type LibraryProcedure,
} from './library-procedure.ts'

/** Nominal values with the maximum permissible errors of class F1 (OIML R 111-1:2004, table 1). */
const CLASS_F1 = [
  ['1 g', '0.10'],
  ['2 g', '0.12'],
  ['5 g', '0.16'],
  ['10 g', '0.20'],
  ['20 g', '0.25'],
  ['50 g', '0.3'],
  ['100 g', '0.5'],
  ['200 g', '1.0'],
] as const

/** Conventional mass by comparison: the balance, which is the standard, is read. */
export const weights: LibraryProcedure = {
  key: 'weights',
  source: 'OIML R 111-1:2004, annex C',
  limits: 'maximum permissible errors of class F1 (OIML R 111-1:2004, table 1)',
  content: {
    code: 'CP-MAS-02',
    title: 'Calibration of weights, class F1, 1 g to 200 g',
    scope: 'Weights and weight sets of class F1.',
    work_instruction:
      '1. Let weights and balance reach the same temperature for a day.\n2. Compare each weight with the reference weight of the same nominal value: reference, weight, weight, reference, three times.\n3. Record the conventional mass of the weight that follows from each series.',
    environment: WORKSHOP_CONDITIONS,
    required_standards: [{ role: 'Weight set, class E2', minimum_tur: '3' }],
    budgets: [
      readBudget(budgetKey(1), 'Conventional mass', {
        standard: '0.03',
        unit: 'mg',
        source: 'Certificate of the reference weight set',
      }),
    ],
  },
  points: CLASS_F1.map(([nominal, limit]) => {
    const [value, unit] = nominal.split(' ') as [string, string]
    return pointAt([value, unit], null, {
      function: 'Conventional mass',
      resolution: '0.00001',
      reads: 'standard',
      repeats: 3,
      tolerance: { symmetric: { absolute: limit, unit: 'mg' } },
      budget_id: budgetKey(1),
    })
  }),
}

/** Three humidities at one temperature, and the temperature itself. */
export const hygrometers: LibraryProcedure = {
  key: 'hygrometers',
  source: 'DKD-R 5-8:2019',
  limits: `±3 % RH and ±0.5 °C, ${TYPICAL_LIMITS}`,
  content: {
    code: 'CP-HUM-01',
    title: 'Calibration of thermo-hygrometers',
    scope: 'Hygrometers and loggers for rooms, in a climatic chamber at 23 °C.',
    work_instruction:
      '1. Put the instrument beside the sensor of the reference into the chamber.\n2. Go from the lowest humidity to the highest; wait for 30 minutes after each change until both are steady.\n3. Take three readings five minutes apart.\n4. Take the temperature at the middle humidity.',
    environment: WORKSHOP_CONDITIONS,
    warm_up_minutes: 60,
    required_standards: [{ role: 'Reference hygrometer', minimum_tur: '2' }],
    budgets: [
      readBudget(budgetKey(1), 'Humidity', {
        standard: '0.8',
        unit: '% RH',
        source: 'Certificate of the reference hygrometer, and evenness of the chamber',
      }),
      readBudget(budgetKey(2), 'Temperature', {
        standard: '0.15',
        unit: '°C',
        source: 'Certificate of the reference hygrometer, and evenness of the chamber',
      }),
    ],
  },
  points: [
    ...['20.0', '50.0', '80.0'].map((value) =>
      pointAt([value, '% RH'], '3', {
        function: 'Relative humidity',
        resolution: '0.1',
        repeats: 3,
        budget_id: budgetKey(1),
      }),
    ),
    pointAt(['23.0', '°C'], '0.5', {
      function: 'Temperature',
      resolution: '0.1',
      repeats: 3,
      budget_id: budgetKey(2),
    }),
  ],
}
