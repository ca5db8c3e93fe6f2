import {
  budgetKey,
  pointAt,
  readBudget,
  WORKSHOP_CONDITIONS,
  singleBudget,
  TYPICAL_LIMITS,
  type LibraryPoint,
  type LibraryProcedure,
} from './library-procedure.ts'

const torqueAt = (direction: string, value: string): LibraryPoint =>
  pointAt([value, 'N·m'], null, {
    function: 'Torque',
    channel: direction,
    range: '100 N·m',
    resolution: '0.1',
    repeats: 5,
    budget_id: budgetKey(1),
    tolerance: { symmetric: { percent_of_nominal: '4' } },
  })

/** The lowest marked value, 60 and 100 % of the range in both directions, five readings each (ISO 6789-2:2017). */
export const torqueWrenches: LibraryProcedure = {
  key: 'torque-wrenches',
  source: 'ISO 6789-2:2017, 4.2 and 5.1',
  limits:
    '±4 % (ISO 6789-1:2017, most setting and indicating wrenches above 10 N·m); check the class of your wrench and your edition',
  content: {
    code: 'CP-TRQ-01',
    title: 'Calibration of torque wrenches',
    scope:
      'Torque wrenches with a range of up to 200 N·m; the points are those of 100 N·m whose lowest marked value is 20 N·m.',
    work_instruction:
      '1. Load the wrench five times to its maximum without recording.\n2. Measure at the lowest marked value, 60 % and 100 % of the range, in rising order, five times each.\n3. Do the same in the other direction.',
    environment: WORKSHOP_CONDITIONS,
    required_standards: [{ role: 'Torque transducer', minimum_tur: '4' }],
    budgets: [
      readBudget(budgetKey(1), 'Torque', {
        standard: '0.25',
        unit: 'N·m',
        source: 'Certificate of the torque transducer',
      }),
    ],
  },
  points: [
    torqueAt('Clockwise', '20.0'),
    torqueAt('Clockwise', '60.0'),
    torqueAt('Clockwise', '100.0'),
    torqueAt('Counter-clockwise', '20.0'),
    torqueAt('Counter-clockwise', '60.0'),
    torqueAt('Counter-clockwise', '100.0'),
  ],
}

const pressureAt = (channel: 'Up' | 'Down', value: string): LibraryPoint =>
  pointAt([value, 'bar'], null, {
    function: 'Pressure',
    channel,
    range: '16 bar',
    span: '16',
    resolution: '0.01',
    tolerance: { symmetric: { percent_of_span: '1' } },
    budget_id: budgetKey(1),
  })

/** Five pressures, rising and falling (class 1.0 of EN 837-1 asks for five), so that the record shows the hysteresis. */
export const pressureGauges: LibraryProcedure = {
  key: 'pressure-gauges',
  source: 'DKD-R 6-1:2014 and EN 837-1:1996',
  limits: '±1 % of the span (EN 837-1:1996, class 1.0); set those of the class of your gauge',
  content: {
    code: 'CP-PRS-01',
    title: 'Calibration of pressure gauges',
    scope: 'Pressure gauges of class 1.0 with a range of 16 bar.',
    work_instruction:
      '1. Load the gauge to its maximum twice and let it rest.\n2. Go up through the points without passing any of them, and wait until the reading is steady.\n3. Wait at the maximum for two minutes, then go down through the same points.\n4. The record shows the hysteresis: the reading while falling minus that while rising.',
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
  points: [
    ...['4.00', '7.00', '10.00', '13.00', '16.00'].map((value) => pressureAt('Up', value)),
    ...['13.00', '10.00', '7.00', '4.00'].map((value) => pressureAt('Down', value)),
  ],
}

const massAt = (
  measured: string,
  channel: string | null,
  value: string,
  members: Partial<LibraryPoint> = {},
): LibraryPoint =>
  pointAt([value, 'g'], '0.002', {
    function: measured,
    channel,
    range: '220 g',
    resolution: '0.0001',
    ...members,
  })

/** Repeatability, eccentricity and linearity (EURAMET cg-18). */
export const balances: LibraryProcedure = {
  key: 'balances',
  source: 'EURAMET Calibration Guide 18, version 4.0 (2015), 5.1 to 5.3',
  limits: `±2 mg, ${TYPICAL_LIMITS}`,
  content: {
    code: 'CP-MAS-01',
    title: 'Calibration of balances',
    scope: 'Balances with a range of 220 g; larger ones at the same loads.',
    work_instruction:
      '1. Warm up, level and adjust the balance with its internal weight.\n2. Repeatability: load 100 g six times.\n3. Eccentricity: load 100 g in the centre and at four places half-way to the edge.\n4. Linearity: load 20 g to 200 g in rising order.',
    environment: WORKSHOP_CONDITIONS,
    warm_up_minutes: 60,
    required_standards: [{ role: 'Weight set, class F1', minimum_tur: '3' }],
    budgets: [
      readBudget(budgetKey(1), 'Repeatability', {
        standard: '0.00016',
        unit: 'g',
        source: 'Certificate of the weight set',
      }),
      singleBudget(budgetKey(2), 'Single load', {
        standard: '0.0003',
        repeatability: '0.0001',
        unit: 'g',
        source: 'Certificate of the weight set',
      }),
    ],
  },
  points: [
    massAt('Repeatability', null, '100.0000', { repeats: 6, budget_id: budgetKey(1) }),
    ...['Centre', 'Front left', 'Front right', 'Back right', 'Back left'].map((position) =>
      massAt('Eccentricity', position, '100.0000', { budget_id: budgetKey(2) }),
    ),
    ...['20.0000', '50.0000', '150.0000', '200.0000'].map((load) =>
      massAt('Linearity', null, load, { budget_id: budgetKey(2) }),
    ),
  ],
}

/** Four temperatures in a stirred bath. */
export const thermometers: LibraryProcedure = {
  key: 'thermometers',
  source: 'DKD-R 5-1:2018, comparison in a liquid bath',
  limits: `±0.5 °C, ${TYPICAL_LIMITS}`,
  content: {
    code: 'CP-TMP-01',
    title: 'Calibration of thermometers',
    scope: 'Thermometers, probes and loggers from 0 °C to 60 °C.',
    work_instruction:
      '1. Put probe and standard side by side into the stirred bath, at least 150 mm deep.\n2. Wait until both are steady for five minutes.\n3. Take three readings a minute apart.',
    environment: WORKSHOP_CONDITIONS,
    warm_up_minutes: 30,
    required_standards: [{ role: 'Platinum resistance thermometer with readout', minimum_tur: '4' }],
    budgets: [
      readBudget(budgetKey(1), 'Temperature', {
        standard: '0.03',
        unit: '°C',
        source: 'Certificate of the standard, and evenness of the bath',
      }),
    ],
  },
  points: ['0.00', '25.00', '37.00', '60.00'].map((value) =>
    pointAt([value, '°C'], '0.5', {
      function: 'Temperature',
      resolution: '0.01',
      repeats: 3,
      budget_id: budgetKey(1),
    }),
  ),
}
