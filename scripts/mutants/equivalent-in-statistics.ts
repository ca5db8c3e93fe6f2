/** Equivalent mutants in the statistics of packages/contract; part of `equivalentMutants`. */
export const equivalentInStatistics = [
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
    file: 'packages/contract/src/statistics/normal.ts',
    reason: 'At this bound, series and fraction have the same digits.',
    changes: [
      [
        'return x < SERIES_END ? (1 - errorBySeries(x)) / 2 : complementByFraction(x) / 2',
        'return x <= SERIES_END ? (1 - errorBySeries(x)) / 2 : complementByFraction(x) / 2',
      ],
    ],
  },
] as const
