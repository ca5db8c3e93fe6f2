import { csvHead, csvLines } from '@plumbline/contract'

/** A file to begin from: what most registers keep, with columns that the import knows. */
export const sampleRegister =
  csvHead([
    'Asset tag',
    'Name',
    'Manufacturer',
    'Model',
    'Serial number',
    'Location',
    'Calibration interval',
    'Last calibration',
    'Status',
    'Tolerance',
    'Unit',
  ]) +
  csvLines([
    [
      'CAL-001',
      'Digital caliper 150 mm',
      'Mitutoyo',
      '500-196-30',
      '17034512',
      'Cabinet 4',
      '12 months',
      '2026-05-12',
      'Active',
      '±0.02 mm',
      'mm',
    ],
    [
      'CAL-002',
      'Multimeter',
      'Fluke',
      '87V',
      '31250017',
      'Bench 2',
      '1 year',
      '2026-03-02',
      'Active',
      '±0.1 %',
      'V',
    ],
    ['REF-001', 'Demonstration block', '', '', '', 'Show case', '', '', 'Reference only', '', ''],
  ])
