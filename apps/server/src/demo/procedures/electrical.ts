import { pointAt, ROOM, type DemoPoint, type DemoProcedure } from './demo-procedure.ts'

interface Specified {
  readonly percent: string
  readonly counts: string
  readonly resolution: string
}

/** A point with a share of the reading and steps of the display, as data sheets state it. */
function meterPoint(
  [measured, range]: readonly [string, string],
  [value, unit]: readonly [string, string],
  share: number,
  { percent, counts, resolution }: Specified,
): DemoPoint {
  const halfWidth = (Number(value) * Number(percent)) / 100 + Number(counts) * Number(resolution)
  return {
    ...pointAt([value, unit], String(halfWidth), share, { function: measured, range, resolution }),
    tolerance: { symmetric: { percent_of_reading: percent, counts } },
  }
}

const volts = { percent: '0.04', counts: '10', resolution: '0.0001' }

/** Five functions with their ranges. */
export const multimeters: DemoProcedure = {
  tag: 'DMM',
  content: {
    code: 'CP-ELE-01',
    title: 'Calibration of multimeters',
    scope: 'Multimeters of 4.5 digits and more, by a provider.',
    work_instruction:
      '1. Let meter and calibrator warm up.\n2. Direct voltage, alternating voltage at 1 kHz, direct current, alternating current at 1 kHz and resistance, each near the end of its ranges.\n3. Resistance with four wires where the meter has them.',
    environment: ROOM,
    warm_up_minutes: 60,
    required_standards: [{ role: 'Multifunction calibrator', minimum_tur: '4' }],
  },
  points: [
    meterPoint(['DC voltage', '1 V'], ['1.00000', 'V'], 0.5, { ...volts, resolution: '0.00001' }),
    meterPoint(['DC voltage', '10 V'], ['10.0000', 'V'], 1, volts),
    meterPoint(['DC voltage', '100 V'], ['100.000', 'V'], 0.7, { ...volts, resolution: '0.001' }),
    meterPoint(['AC voltage', '1 V'], ['1.0000', 'V'], 0.4, { ...volts, percent: '0.3', counts: '20' }),
    meterPoint(['AC voltage', '10 V'], ['10.000', 'V'], 0.6, {
      percent: '0.3',
      counts: '20',
      resolution: '0.001',
    }),
    meterPoint(['DC current', '100 mA'], ['100.00', 'mA'], 0.5, {
      percent: '0.1',
      counts: '10',
      resolution: '0.01',
    }),
    meterPoint(['DC current', '1 A'], ['1.0000', 'A'], 0.6, {
      percent: '0.2',
      counts: '10',
      resolution: '0.0001',
    }),
    meterPoint(['AC current', '100 mA'], ['100.00', 'mA'], 0.4, {
      percent: '0.5',
      counts: '20',
      resolution: '0.01',
    }),
    meterPoint(['Resistance', '1 kΩ'], ['1.0000', 'kΩ'], -0.5, {
      percent: '0.05',
      counts: '5',
      resolution: '0.0001',
    }),
    meterPoint(['Resistance', '100 kΩ'], ['100.00', 'kΩ'], -0.3, {
      percent: '0.05',
      counts: '5',
      resolution: '0.01',
    }),
  ],
}
