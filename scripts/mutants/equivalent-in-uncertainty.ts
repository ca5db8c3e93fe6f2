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
    reason: 'Between 2 and 3, series and fraction have the same digits.',
    changes: [['const SERIES_END = 3', 'const SERIES_END = 2']],
  },
  {
    file: 'packages/contract/src/statistics/student-t.ts',
    reason: 'Any bound above the quantile leads the search to it.',
    changes: [
      ['while (isShort(high)) high *= 2', 'while (isShort(high)) high *= 3'],
      ['let high = 2', 'let high = 1'],
      ['let high = 2', 'let high = 3'],
    ],
  },
  {
    file: 'packages/contract/src/statistics/incomplete-beta.ts',
    reason: 'The first step of the search comes to 0 or 1, between which the function is.',
    changes: [
      [
        'return bisect((x) => incompleteBeta(x, a, b) < probability, 0, 1)',
        'return bisect((x) => incompleteBeta(x, a, b) < probability, (-1), 1)',
      ],
      [
        'return bisect((x) => incompleteBeta(x, a, b) < probability, 0, 1)',
        'return bisect((x) => incompleteBeta(x, a, b) < probability, 0, 2)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/statistics/incomplete-beta.ts',
    reason: 'Where the function is the probability, the search has come to the last digit.',
    changes: [
      [
        'return bisect((x) => incompleteBeta(x, a, b) < probability, 0, 1)',
        'return bisect((x) => incompleteBeta(x, a, b) <= probability, 0, 1)',
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
    reason: 'A number has 12 digits here, or is zero, which has one.',
    changes: [
      ['if (excess <= 0) return value', 'if (excess <= 1) return value'],
      ['if (excess <= 0) return value', 'if (excess <= (-1)) return value'],
      ['if (excess <= 0) return value', 'if (excess < 0) return value'],
    ],
  },
  {
    file: 'packages/contract/src/uncertainty/rounding.ts',
    reason: 'A number that ends at the place of its uncertainty stays the same when it is rounded there.',
    changes: [
      [
        'if (shift <= 0) return plainText({ units: number.units * powerOfTen(-shift), scale })',
        'if (shift <= (-1)) return plainText({ units: number.units * powerOfTen(-shift), scale })',
      ],
      [
        'if (shift <= 0) return plainText({ units: number.units * powerOfTen(-shift), scale })',
        'if (shift < 0) return plainText({ units: number.units * powerOfTen(-shift), scale })',
      ],
    ],
  },
  {
    file: 'packages/contract/src/uncertainty/dominating-shape.ts',
    reason: 'At the edge of the flat top, both formulas give the edge.',
    changes: [
      [
        'return (onTop <= edge ? onTop : onSlope) / deviation',
        'return (onTop < edge ? onTop : onSlope) / deviation',
      ],
    ],
  },
  {
    file: 'packages/contract/src/statistics/incomplete-beta.ts',
    reason: 'On both sides of this bound either fraction comes to the same digits.',
    changes: [
      [
        'return x > (a + 1) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
        'return x > (a + 0) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
      ],
      [
        'return x > (a + 1) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
        'return x > (a + 2) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
      ],
      [
        'return x > (a + 1) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
        'return x > (a - 1) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
      ],
      [
        'return x > (a + 1) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
        'return x >= (a + 1) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
      ],
      [
        'return x > (a + 1) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
        'return x > (a + 1) / (a + b + 1) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
      ],
      [
        'return x > (a + 1) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
        'return x > (a + 1) / (a + b + 3) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
      ],
      [
        'return x > (a + 1) / (a + b + 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
        'return x > (a + 1) / (a + b - 2) ? 1 - byFraction(1 - x, b, a) : byFraction(x, a, b)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/statistics/incomplete-beta.ts',
    reason: 'More parts than needed change no digit.',
    changes: [
      ['if (Math.abs(d * c - 1) < 1e-15) break', 'if (Math.abs(d / c - 1) < 1e-15) break'],
      ['if (Math.abs(d * c - 1) < 1e-15) break', 'if (Math.abs(d * c - 1) <= 1e-15) break'],
      ['for (let m = 1; m <= PARTS_MAX; m++) {', 'for (let m = 1; m < PARTS_MAX; m++) {'],
      ['const PARTS_MAX = 10_000', 'const PARTS_MAX = 9999'],
      ['const PARTS_MAX = 10_000', 'const PARTS_MAX = 10001'],
    ],
  },
  {
    file: 'packages/contract/src/statistics/normal.ts',
    reason: 'After 60 parts, the first of them makes no difference.',
    changes: [
      ['let fraction = 0', 'let fraction = 1'],
      ['let fraction = 0', 'let fraction = (-1)'],
    ],
  },
  {
    file: 'packages/contract/src/statistics/student-t.ts',
    reason: 'What is computed again comes to the same number.',
    changes: [
      ['if (known !== undefined) return known', 'if (false) return known'],
      ['if (quantiles.size >= QUANTILES_MAX) quantiles.clear()', 'if (false) quantiles.clear()'],
      ['if (quantiles.size >= QUANTILES_MAX) quantiles.clear()', 'if (true) quantiles.clear()'],
      [
        'if (quantiles.size >= QUANTILES_MAX) quantiles.clear()',
        'if (quantiles.size > QUANTILES_MAX) quantiles.clear()',
      ],
      [
        'if (quantiles.size >= QUANTILES_MAX) quantiles.clear()',
        'if (quantiles.size < QUANTILES_MAX) quantiles.clear()',
      ],
      ['if (quantiles.size >= QUANTILES_MAX) quantiles.clear()', 'if (quantiles.size >= QUANTILES_MAX) ;'],
      ['const QUANTILES_MAX = 1000', 'const QUANTILES_MAX = 999'],
      ['const QUANTILES_MAX = 1000', 'const QUANTILES_MAX = 1001'],
      ['quantiles.set(key, quantile)', ';'],
    ],
  },
  {
    file: 'packages/contract/src/statistics/student-t.ts',
    reason: 'The series promises 10 digits, and these change the twelfth.',
    changes: [
      [
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384',
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 14 * z) / 384',
      ],
      [
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384',
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 16 * z) / 384',
      ],
      [
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384',
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 383',
      ],
      [
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384',
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 385',
      ],
      [
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384',
        'const third = (3 * z ** 7 + 19 * z ** 5 + 18 * z ** 3 - 15 * z) / 384',
      ],
      [
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384',
        'const third = (3 * z ** 7 + 19 * z ** 5 + 16 * z ** 3 - 15 * z) / 384',
      ],
      [
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384',
        'const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 / z) / 384',
      ],
    ],
  },
  {
    file: 'packages/contract/src/statistics/student-t.ts',
    reason: 'At this number both ways come to the same 7 digits.',
    changes: [
      [
        'if (degreesOfFreedom === null || degreesOfFreedom >= NORMAL_FROM) return 2 * normalInterval(t, Infinity)',
        'if (degreesOfFreedom === null || degreesOfFreedom > NORMAL_FROM) return 2 * normalInterval(t, Infinity)',
      ],
      ['const NORMAL_FROM = 10_000_000', 'const NORMAL_FROM = 9999999'],
      ['const NORMAL_FROM = 10_000_000', 'const NORMAL_FROM = 10000001'],
    ],
  },
  {
    file: 'packages/contract/src/statistics/student-t.ts',
    reason: 'Half of the values are above 0, and half below.',
    changes: [
      ['if (a > 0) return above(a) - above(b)', 'if (a >= 0) return above(a) - above(b)'],
      ['if (b < 0) return above(-b) - above(-a)', 'if (b <= 0) return above(-b) - above(-a)'],
    ],
  },
  {
    file: 'packages/contract/src/statistics/normal.ts',
    reason: 'Half of the values are above 0, and half below.',
    changes: [
      ['if (a > 0) return upperTail(a) - upperTail(b)', 'if (a >= 0) return upperTail(a) - upperTail(b)'],
      ['if (b < 0) return upperTail(-b) - upperTail(-a)', 'if (b <= 0) return upperTail(-b) - upperTail(-a)'],
      ['return z > 0 ? 1 - tail : tail', 'return z >= 0 ? 1 - tail : tail'],
    ],
  },
  {
    file: 'packages/contract/src/statistics/student-t.ts',
    reason: 'Where both tails are equal, the search has come to the last digit.',
    changes: [
      [
        'const isShort = (t: number) => tailsBeyond(t, degreesOfFreedom) > tail',
        'const isShort = (t: number) => tailsBeyond(t, degreesOfFreedom) >= tail',
      ],
    ],
  },
  {
    file: 'packages/contract/src/uncertainty/rounding.ts',
    reason: 'Without decimal places, there is nothing to multiply with.',
    changes: [
      [
        'return scale >= 0 ? { units: digits, scale } : { units: digits * powerOfTen(-scale), scale: 0 }',
        'return scale > 0 ? { units: digits, scale } : { units: digits * powerOfTen(-scale), scale: 0 }',
      ],
      [
        'return scale >= 0 ? { units: digits, scale } : { units: digits * powerOfTen(-scale), scale: 0 }',
        'return scale >= 1 ? { units: digits, scale } : { units: digits * powerOfTen(-scale), scale: 0 }',
      ],
    ],
  },
  {
    file: 'packages/contract/src/uncertainty/dominating-shape.ts',
    reason: 'A rectangle is a trapezoid without slopes: both formulas give the same.',
    changes: [
      ['if (edge === 1) return coverage * HALF_WIDTH', 'if (edge === 2) return coverage * HALF_WIDTH'],
      ['if (edge === 1) return coverage * HALF_WIDTH', 'if (false) return coverage * HALF_WIDTH'],
    ],
  },
] as const
