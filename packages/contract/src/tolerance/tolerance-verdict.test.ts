import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ComparedTexts } from './interpretation.ts'
import { toleranceVerdict } from './tolerance-verdict.ts'

test('the verdict says what was compared with what, or why nothing was', () => {
  const record = { nominalValue: '10.00 mm', tolerance: '±0.05', asFoundReading: '10.03' }
  const cases: [ComparedTexts, verdict: string, reason: string][] = [
    [
      record,
      'in',
      'As found 10.03 is within tolerance (nominal value 10.00 mm, tolerance ±0.05, limits 9.95 to 10.05).',
    ],
    [
      { ...record, asLeftReading: '10.06 mm' },
      'out',
      'As left 10.06 mm is out of tolerance (nominal value 10.00 mm, tolerance ±0.05, limits 9.95 to 10.05).',
    ],
    [
      { ...record, asFoundReading: '10.1', asLeftReading: 'n/a' },
      'out',
      'As found 10.1 (as left “n/a”: not adjusted) is out of tolerance (nominal value 10.00 mm, tolerance ±0.05, limits 9.95 to 10.05).',
    ],
    [
      {
        nominalValue: ' 10 ',
        tolerance: ' 0.1\n',
        asFoundReading: ' 10.2 ',
        asLeftReading: '\t10.05 ',
        unitOfMeasure: ' mm ',
      },
      'in',
      'As left 10.05 is within tolerance (nominal value 10, tolerance 0.1, limits 9.9 to 10.1, unit of the instrument mm).',
    ],
    [
      {
        nominalValue: '10',
        tolerance: '0.1',
        asFoundReading: ' 10.2 ',
        asLeftReading: ' - ',
        unitOfMeasure: ' ',
      },
      'out',
      'As found 10.2 (as left “-”: not adjusted) is out of tolerance (nominal value 10, tolerance 0.1, limits 9.9 to 10.1).',
    ],
    [
      { nominalValue: '100', tolerance: '1 % of reading', asFoundReading: '110', unitOfMeasure: 'V' },
      'out',
      'As found 110 is out of tolerance (nominal value 100, tolerance 1 % of reading, unit of the instrument V).',
    ],
    [
      { ...record, asLeftReading: 'OK' },
      'not_comparable',
      'The final reading is not one number with at most a unit.',
    ],
    [{ ...record, tolerance: null }, 'not_comparable', 'There is no tolerance.'],
  ]
  for (const [texts, verdict, reason] of cases) assert.deepEqual(toleranceVerdict(texts), { verdict, reason })
})
