import {
  budgetKey,
  pointAt,
  readBudget,
  WORKSHOP_CONDITIONS,
  singleBudget,
  type LibraryPoint,
  type LibraryProcedure,
} from './library-procedure.ts'

const blocks = 'Certificate of the gauge block set'

const jaw = (measured: string, nominal: string): LibraryPoint =>
  pointAt([nominal, 'mm'], '0.03', {
    function: measured,
    range: '150 mm',
    resolution: '0.01',
    budget_id: budgetKey(1),
  })

/** Six points over jaws and depth rod. */
export const calipers: LibraryProcedure = {
  key: 'calipers',
  source: 'ISO 13385-1:2019',
  limits:
    '±0.03 mm, typical of digital calipers; ISO 13385-1 leaves them to the manufacturer and DIN 862 states others for inside and depth; check against your edition',
  content: {
    code: 'CP-DIM-01',
    title: 'Calibration of calipers',
    scope: 'Calipers with a range of up to 300 mm.',
    work_instruction:
      '1. Clean the jaws and check them for burrs and light gaps.\n2. Let caliper and gauge blocks reach the same temperature.\n3. Measure each gauge block near the beam and near the ends of the jaws; record the larger deviation.\n4. Measure inside with a setting ring, and the depth on a surface plate.',
    environment: WORKSHOP_CONDITIONS,
    required_standards: [{ role: 'Gauge block set, grade 1 or better', minimum_tur: '4' }],
    budgets: [
      singleBudget(budgetKey(1), 'Length', {
        standard: '0.0005',
        repeatability: '0.003',
        unit: 'mm',
        source: blocks,
      }),
    ],
  },
  points: [
    jaw('Outside jaws', '25.00'),
    jaw('Outside jaws', '50.00'),
    jaw('Outside jaws', '100.00'),
    jaw('Outside jaws', '150.00'),
    jaw('Inside jaws', '50.00'),
    jaw('Depth rod', '50.00'),
  ],
}

/** Five points that turn the spindle by other angles. */
export const micrometers: LibraryProcedure = {
  key: 'outside-micrometers',
  source: 'ISO 3611:2023',
  limits:
    '±4 µm up to 25 mm, as in DIN 863-1; ISO 3611 leaves them to the manufacturer; check against your data sheet',
  content: {
    code: 'CP-DIM-02',
    title: 'Calibration of micrometers',
    scope: 'Outside and depth micrometers with a range of 25 mm.',
    work_instruction:
      '1. Clean the faces and check them with an optical flat.\n2. Set zero.\n3. Measure each gauge block three times with the ratchet; record all readings.',
    environment: WORKSHOP_CONDITIONS,
    required_standards: [{ role: 'Gauge block set, grade 0 or 1', minimum_tur: '4' }],
    budgets: [readBudget(budgetKey(1), 'Length', { standard: '0.0003', unit: 'mm', source: blocks })],
  },
  points: ['5.1000', '10.3000', '15.0000', '20.2000', '25.0000'].map((nominal) =>
    pointAt([nominal, 'mm'], '0.004', {
      function: 'Length',
      range: '25 mm',
      resolution: '0.0001',
      repeats: 3,
      budget_id: budgetKey(1),
    }),
  ),
}

/** Both members of a plain limit gauge, each with its own limits. */
export const plugGauges: LibraryProcedure = {
  key: 'plug-gauges',
  source: 'ISO 1938-1:2015 and ISO 286-2:2010',
  limits:
    'those of new gauges for 20 H7, from tables of limit gauges; wear limits are wider; check against your edition',
  content: {
    code: 'CP-DIM-03',
    title: 'Calibration of GO/NO-GO plug gauges 20 H7',
    scope: 'Plain plug gauges for bores of 20 mm, tolerance class H7.',
    work_instruction:
      '1. Clean both members and look at them for wear and damage.\n2. Measure the diameter of each member in two directions at both ends, three times.\n3. Each member has its own limits: a worn GO member fails although the NO-GO member is good.',
    environment: WORKSHOP_CONDITIONS,
    required_standards: [{ role: 'Gauge block set, grade 0', minimum_tur: null }],
    budgets: [readBudget(budgetKey(1), 'Diameter', { standard: '0.0003', unit: 'mm', source: blocks })],
  },
  points: [
    ['GO', '20.0030'],
    ['NO-GO', '20.0210'],
  ].map(([member, nominal]) =>
    pointAt([nominal!, 'mm'], '0.002', {
      function: member!,
      range: '20 H7',
      resolution: '0.0001',
      repeats: 3,
      budget_id: budgetKey(1),
    }),
  ),
}
