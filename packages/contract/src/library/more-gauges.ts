import {
  budgetKey,
  pointAt,
  readBudget,
  WORKSHOP_CONDITIONS,
  singleBudget,
  TYPICAL_LIMITS,
  type LibraryProcedure,
} from './library-procedure.ts'

/** Rising and falling, so that the record shows the hysteresis of the movement. */
export const dialIndicators: LibraryProcedure = {
  key: 'dial-indicators',
  source: 'ISO 463:2006',
  limits: `±0.015 mm, ${TYPICAL_LIMITS}`,
  content: {
    code: 'CP-DIM-05',
    title: 'Calibration of dial indicators',
    scope: 'Dial indicators with a range of 10 mm and a scale interval of 0.01 mm.',
    work_instruction:
      '1. Move the plunger over its whole travel and look for places where it sticks.\n2. Set zero with the plunger pressed in by a tenth of a millimetre.\n3. Go up through the points without passing any of them, then down through the same points.\n4. The record shows the hysteresis: the reading while falling minus that while rising.',
    environment: WORKSHOP_CONDITIONS,
    required_standards: [{ role: 'Calibration tester for dial indicators', minimum_tur: '4' }],
    budgets: [
      singleBudget(budgetKey(1), 'Travel', {
        standard: '0.001',
        repeatability: '0.0015',
        unit: 'mm',
        source: 'Certificate of the calibration tester',
      }),
    ],
  },
  points: (['up', 'down'] as const).flatMap((direction) => {
    const travels = ['2.00', '4.00', '6.00', '8.00', '10.00']
    const order = direction === 'up' ? travels : travels.toReversed().slice(1)
    return order.map((value) =>
      pointAt([value, 'mm'], '0.015', {
        function: 'Travel',
        range: '10 mm',
        resolution: '0.001',
        conditions: { direction },
        budget_id: budgetKey(1),
      }),
    )
  }),
}

/** Both members of a limit ring gauge, each with limits and a judgement of its faces. */
export const ringGauges: LibraryProcedure = {
  key: 'ring-gauges',
  source: 'ISO 1938-1:2015 and ISO 286-2:2010',
  limits:
    'those of new gauges for 20 h6, from tables of limit gauges; wear limits are wider; check against your edition',
  content: {
    code: 'CP-DIM-06',
    title: 'Calibration of GO/NO-GO ring gauges 20 h6',
    scope: 'Plain ring gauges for shafts of 20 mm, tolerance class h6.',
    work_instruction:
      '1. Clean both rings and look at them for wear and damage.\n2. Measure the diameter of each ring in two directions half-way up, three times.\n3. Each ring has its own limits: a worn GO ring fails although the NO-GO ring is good.',
    environment: WORKSHOP_CONDITIONS,
    required_standards: [{ role: 'Setting ring or gauge block set, grade 0', minimum_tur: null }],
    budgets: [
      readBudget(budgetKey(1), 'Diameter', {
        standard: '0.0004',
        unit: 'mm',
        source: 'Certificate of the setting ring',
      }),
    ],
  },
  points: [
    ...(
      [
        ['GO', '19.9970'],
        ['NO-GO', '19.9870'],
      ] as const
    ).map(([member, nominal]) =>
      pointAt([nominal, 'mm'], '0.002', {
        function: member,
        range: '20 h6',
        resolution: '0.0001',
        repeats: 3,
        budget_id: budgetKey(1),
      }),
    ),
    pointAt(['20', 'mm'], null, {
      function: 'Condition of the faces',
      range: '20 h6',
      resolution: '1',
      tolerance: { text: 'No burrs, scratches or corrosion' },
    }),
  ],
}

/** The gauge is set to each mark, and the standard is read. */
export const pressureGaugesAtMarks: LibraryProcedure = {
  key: 'pressure-gauges-at-marks',
  source: 'DKD-R 6-1:2014 and EN 837-1:1996',
  limits: '±1 % of the span (EN 837-1:1996, class 1.0); set those of the class of your gauge',
  content: {
    code: 'CP-PRS-02',
    title: 'Calibration of pressure gauges, set to the mark',
    scope:
      'Pointer gauges of class 1.0 with a range of 16 bar: the pointer is set to a mark, and the standard is read.',
    work_instruction:
      '1. Load the gauge to its maximum twice and let it rest.\n2. Going up, set the pointer to each mark and read the standard.\n3. Wait at the maximum for two minutes, then do the same going down.',
    environment: WORKSHOP_CONDITIONS,
    warm_up_minutes: 15,
    required_standards: [{ role: 'Reference pressure gauge', minimum_tur: '4' }],
    budgets: [
      singleBudget(budgetKey(1), 'Pressure', {
        standard: '0.006',
        repeatability: '0.006',
        unit: 'bar',
        source: 'Certificate of the reference pressure gauge',
      }),
    ],
  },
  points: (['up', 'down'] as const).flatMap((direction) => {
    const marks = ['3.00', '6.00', '9.00', '12.00', '16.00']
    const order = direction === 'up' ? marks : marks.toReversed().slice(1)
    return order.map((value) =>
      pointAt([value, 'bar'], null, {
        function: 'Pressure',
        range: '16 bar',
        span: '16',
        resolution: '0.01',
        reads: 'standard',
        conditions: { direction },
        tolerance: { symmetric: { percent_of_span: '1' } },
        budget_id: budgetKey(1),
      }),
    )
  }),
}
