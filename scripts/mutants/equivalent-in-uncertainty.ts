/** Equivalent mutants in the statistics and uncertainty of packages/contract; part of `equivalentMutants`. */
export const equivalentInUncertainty = [
  {
    file: 'packages/contract/src/uncertainty/evaluate-budget.ts',
    reason:
      'What lies at the bound of rounding is 0 where all squares are 0, and no sum of doubles is known that meets it otherwise.',
    changes: [
      [
        'return variance < squares * ROUNDING ? 0 : variance',
        'return variance <= squares * ROUNDING ? 0 : variance',
      ],
    ],
  },
  {
    file: 'packages/contract/src/uncertainty/read-budget.ts',
    reason: 'No contributor has an index below 0, whichever it is.',
    changes: [
      [
        'for (const [index, { name }] of contributors.entries()) places.set(name, places.has(name) ? -1 : index)',
        'for (const [index, { name }] of contributors.entries()) places.set(name, places.has(name) ? -2 : index)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/statistics/normal.ts',
    reason: 'The fraction has come to the precision of a double before its last parts.',
    changes: [
      ['const FRACTION_PARTS = 60', 'const FRACTION_PARTS = 59'],
      ['const FRACTION_PARTS = 60', 'const FRACTION_PARTS = 61'],
    ],
  },
  {
    file: 'packages/contract/src/statistics/student-t.ts',
    reason: 'Around this number both ways come to the same 11 digits.',
    changes: [
      ['const SERIES_FROM = 1000', 'const SERIES_FROM = 999'],
      ['const SERIES_FROM = 1000', 'const SERIES_FROM = 1001'],
      [
        'if (degreesOfFreedom !== null && degreesOfFreedom > SERIES_FROM) {',
        'if (degreesOfFreedom !== null && degreesOfFreedom >= SERIES_FROM) {',
      ],
    ],
  },
  {
    file: 'packages/contract/src/uncertainty/rounding.ts',
    reason: 'Of two digits none is taken off.',
    changes: [
      [
        'if (excess <= 0 || value.units === 0n) return value',
        'if (excess <= (-1) || value.units === 0n) return value',
      ],
      [
        'if (excess <= 0 || value.units === 0n) return value',
        'if (excess < 0 || value.units === 0n) return value',
      ],
    ],
  },
  {
    file: 'packages/contract/src/uncertainty/rounding.ts',
    reason: 'Every number but zero has 12 digits here.',
    changes: [
      [
        'if (excess <= 0 || value.units === 0n) return value',
        'if (excess <= 0 && value.units === 0n) return value',
      ],
    ],
  },
] as const
