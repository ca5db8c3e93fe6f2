import type { IntervalUnit } from '@plumbline/contract'

/** A kind of measuring equipment, as a mixed plant has it. */
export interface Family {
  /** Beginning of its asset tags. */
  tag: string
  category: string
  /** How many of the 250. */
  count: number
  names: readonly string[]
  /** Makers and models are invented. */
  makes: readonly (readonly [maker: string, model: string])[]
  unit: string
  /** Point that is calibrated. */
  nominal: number
  /** Half width of the tolerance in the unit. */
  tolerance: number
  decimals: number
  /** As people really write it into a register. */
  toleranceSpecs: readonly string[]
  interval: readonly [value: number, unit: IntervalUnit]
  /** Drift a year, as a share of the tolerance. */
  drift: number
  /** Which standard it is calibrated against; null: it goes to a provider. */
  against: string | null
  isReferenceStandard?: true
  /** By which its provider states conformity, where that is not the default of the workspace. */
  decisionRule?: 'guard_band_u'
}

/** The families of the demo; the counts add up to 250. */
export const families: readonly Family[] = [
  {
    tag: 'CAL',
    category: 'Dimensional',
    count: 60,
    unit: 'mm',
    nominal: 100,
    tolerance: 0.03,
    decimals: 2,
    names: [
      'Digital caliper 150 mm',
      'Digital caliper 300 mm',
      'Dial caliper 6 in',
      'Vernier caliper 200 mm',
    ],
    makes: [
      ['Aldergate', 'AC-150'],
      ['Aldergate', 'AC-300'],
      ['Norvik', 'Slide 6'],
      ['Tessmer', 'M 200'],
    ],
    toleranceSpecs: ['±0.03 mm', '±0.002"', '± 0,03 mm', '0.03', 'DIN 862'],
    interval: [12, 'months'],
    drift: 0.12,
    against: 'STD-GB',
  },
  {
    tag: 'MIC',
    category: 'Dimensional',
    count: 35,
    unit: 'mm',
    nominal: 25,
    tolerance: 0.004,
    decimals: 4,
    names: [
      'Outside micrometer 0-25 mm',
      'Outside micrometer 25-50 mm',
      'Depth micrometer',
      'Digital micrometer 0-25 mm',
    ],
    makes: [
      ['Aldergate', 'MX-25'],
      ['Tessmer', 'B 50'],
      ['Norvik', 'Depth 100'],
    ],
    toleranceSpecs: ['±0.004 mm', '±4 µm', '+0/-0.02 mm', 'ISO 3611'],
    interval: [12, 'months'],
    drift: 0.15,
    against: 'STD-GB',
  },
  {
    tag: 'TRQ',
    category: 'Torque',
    count: 30,
    unit: 'N.m',
    nominal: 60,
    tolerance: 2.4,
    decimals: 1,
    names: ['Torque wrench 20-100 N.m', 'Torque wrench 40-200 N.m', 'Torque screwdriver'],
    makes: [
      ['Haldor', 'T100'],
      ['Haldor', 'T200'],
      ['Breska', 'Clickline 60'],
    ],
    toleranceSpecs: ['±4 %', '4% of reading', '± 4 % of nominal', 'ISO 6789-1 Type II Class A'],
    interval: [6, 'months'],
    drift: 0.35,
    against: 'STD-TQ',
  },
  {
    tag: 'BAL',
    category: 'Mass',
    count: 20,
    unit: 'g',
    nominal: 100,
    tolerance: 0.002,
    decimals: 4,
    names: ['Analytical balance 220 g', 'Precision balance 2 kg', 'Bench scale 15 kg'],
    makes: [
      ['Wendelin', 'A220'],
      ['Wendelin', 'P2000'],
      ['Osmark', 'Bench 15'],
    ],
    toleranceSpecs: ['±0.002 g', '2 d', '± 2 mg', 'Class II'],
    interval: [12, 'months'],
    drift: 0.2,
    against: 'STD-WT',
  },
  {
    tag: 'TMP',
    category: 'Temperature',
    count: 25,
    unit: '°C',
    nominal: 37,
    tolerance: 0.5,
    decimals: 2,
    names: ['Digital thermometer', 'Incubator probe', 'Refrigerator logger', 'Infrared thermometer'],
    makes: [
      ['Lindqvist', 'TX 4'],
      ['Lindqvist', 'Logger 2'],
      ['Corviale', 'IR 50'],
    ],
    toleranceSpecs: ['±0.5 °C', '±0.5 K', '± 0,5', '0.5 degC'],
    interval: [12, 'months'],
    drift: 0.15,
    against: 'STD-PT',
  },
  {
    tag: 'PRG',
    category: 'Pressure',
    count: 30,
    unit: 'bar',
    nominal: 10,
    tolerance: 0.16,
    decimals: 2,
    names: ['Pressure gauge 0-16 bar', 'Pressure gauge 0-25 bar', 'Digital manometer', 'Vacuum gauge'],
    makes: [
      ['Corviale', 'G16'],
      ['Corviale', 'G25'],
      ['Halden', 'DM 3'],
    ],
    toleranceSpecs: ['±0.16 bar', '1.0 % FS', '3 % FSD', 'Cl. 1.0'],
    interval: [12, 'months'],
    drift: 0.2,
    against: 'STD-PR',
  },
  {
    tag: 'DMM',
    category: 'Electrical',
    count: 20,
    unit: 'V',
    nominal: 10,
    tolerance: 0.005,
    decimals: 4,
    names: ['Digital multimeter', 'Bench multimeter 6.5 digits', 'Clamp meter'],
    makes: [
      ['Ferrolux', 'F187'],
      ['Ferrolux', 'Bench 65'],
      ['Marsden', 'C30'],
    ],
    toleranceSpecs: ['±0.005 V', '0.05 % + 2 digits', '±(0.05% rdg + 2 dgt)', '500 ppm'],
    interval: [1, 'years'],
    drift: 0.1,
    against: null,
  },
  {
    tag: 'PIP',
    category: 'Volume',
    count: 18,
    unit: 'uL',
    nominal: 100,
    tolerance: 0.8,
    decimals: 2,
    names: ['Pipette 10-100 uL', 'Pipette 100-1000 uL', 'Multichannel pipette 8 x 200 uL'],
    makes: [
      ['Sondell', 'P100'],
      ['Sondell', 'P1000'],
      ['Marsden', 'Octo 200'],
    ],
    toleranceSpecs: ['±0.8 uL', '0.8 %', 'ISO 8655-2', '± 0,8 µl'],
    interval: [6, 'months'],
    drift: 0.3,
    against: 'STD-WT',
  },
  {
    tag: 'STD-GB',
    category: 'Reference standards',
    count: 3,
    unit: 'mm',
    nominal: 10,
    tolerance: 0.0002,
    decimals: 5,
    names: ['Gauge block set, grade 0, 47 pieces'],
    makes: [['Tessmer', 'GB-47/0']],
    toleranceSpecs: ['Grade 0', '±0.2 µm'],
    decisionRule: 'guard_band_u',
    interval: [2, 'years'],
    drift: 0.05,
    against: null,
    isReferenceStandard: true,
  },
  {
    tag: 'STD-TQ',
    category: 'Reference standards',
    count: 2,
    unit: 'N.m',
    nominal: 100,
    tolerance: 0.5,
    decimals: 2,
    names: ['Torque transducer 200 N.m'],
    makes: [['Haldor', 'Ref 200']],
    toleranceSpecs: ['±0.5 %'],
    interval: [2, 'years'],
    drift: 0.1,
    against: null,
    isReferenceStandard: true,
  },
  {
    tag: 'STD-WT',
    category: 'Reference standards',
    count: 3,
    unit: 'g',
    nominal: 100,
    tolerance: 0.0005,
    decimals: 5,
    names: ['Weight set F1, 1 g to 200 g'],
    makes: [['Osmark', 'F1-200']],
    toleranceSpecs: ['Class F1', 'Class M3', '±0.5 mg'],
    interval: [2, 'years'],
    drift: 0.1,
    against: null,
    isReferenceStandard: true,
  },
  {
    tag: 'STD-PT',
    category: 'Reference standards',
    count: 2,
    unit: '°C',
    nominal: 0.01,
    tolerance: 0.02,
    decimals: 3,
    names: ['Platinum resistance thermometer with readout'],
    makes: [['Lindqvist', 'Ref 100']],
    toleranceSpecs: ['±0.02 °C'],
    interval: [12, 'months'],
    drift: 0.1,
    against: null,
    isReferenceStandard: true,
  },
  {
    tag: 'STD-PR',
    category: 'Reference standards',
    count: 2,
    unit: 'bar',
    nominal: 20,
    tolerance: 0.005,
    decimals: 4,
    names: ['Reference pressure gauge 0-25 bar'],
    makes: [['Halden', 'RPG 25']],
    toleranceSpecs: ['0.02 % FS'],
    interval: [12, 'months'],
    drift: 0.15,
    against: null,
    isReferenceStandard: true,
  },
]
