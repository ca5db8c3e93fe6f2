import {
  pointAt,
  WORKSHOP_CONDITIONS,
  type LibraryPoint,
  type LibraryProcedure,
} from './library-procedure.ts'

interface Specified {
  readonly percent: string
  readonly counts: string
  readonly resolution: string
}

/** A point with a part of the reading and steps of the display, as data sheets state it. */
function meterPoint(
  [measured, range]: readonly [string, string],
  [value, unit]: readonly [string, string],
  { percent, counts, resolution }: Specified,
): LibraryPoint {
  return pointAt([value, unit], null, {
    function: measured,
    range,
    resolution,
    tolerance: { symmetric: { percent_of_reading: percent, counts } },
  })
}

const volts = { percent: '0.04', counts: '10', resolution: '0.0001' }

/** Five functions with their ranges. */
export const multimeters: LibraryProcedure = {
  key: 'multimeters',
  source: 'EURAMET Calibration Guide 15, version 3.0 (2015)',
  limits: 'typical of a meter of 4.5 digits; set those of the data sheet of your meters',
  content: {
    code: 'CP-ELE-01',
    title: 'Calibration of multimeters',
    scope: 'Multimeters of 4.5 digits and more, by a provider.',
    work_instruction:
      '1. Let meter and calibrator warm up.\n2. Direct voltage, alternating voltage at 1 kHz, direct current, alternating current at 1 kHz and resistance, each near the end of its ranges.\n3. Resistance with four wires where the meter has them.',
    environment: WORKSHOP_CONDITIONS,
    warm_up_minutes: 60,
    required_standards: [{ role: 'Multifunction calibrator', minimum_tur: '4' }],
  },
  points: [
    meterPoint(['DC voltage', '1 V'], ['1.00000', 'V'], { ...volts, resolution: '0.00001' }),
    meterPoint(['DC voltage', '10 V'], ['10.0000', 'V'], volts),
    meterPoint(['DC voltage', '100 V'], ['100.000', 'V'], { ...volts, resolution: '0.001' }),
    meterPoint(['AC voltage', '1 V'], ['1.0000', 'V'], { ...volts, percent: '0.3', counts: '20' }),
    meterPoint(['AC voltage', '10 V'], ['10.000', 'V'], {
      percent: '0.3',
      counts: '20',
      resolution: '0.001',
    }),
    meterPoint(['DC current', '100 mA'], ['100.00', 'mA'], {
      percent: '0.1',
      counts: '10',
      resolution: '0.01',
    }),
    meterPoint(['DC current', '1 A'], ['1.0000', 'A'], {
      percent: '0.2',
      counts: '10',
      resolution: '0.0001',
    }),
    meterPoint(['AC current', '100 mA'], ['100.00', 'mA'], {
      percent: '0.5',
      counts: '20',
      resolution: '0.01',
    }),
    meterPoint(['Resistance', '1 kΩ'], ['1.0000', 'kΩ'], {
      percent: '0.05',
      counts: '5',
      resolution: '0.0001',
    }),
    meterPoint(['Resistance', '100 kΩ'], ['100.00', 'kΩ'], {
      percent: '0.05',
      counts: '5',
      resolution: '0.01',
    }),
  ],
}
