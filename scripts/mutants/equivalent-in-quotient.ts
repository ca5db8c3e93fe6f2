/** Equivalent mutants in the exact numbers of packages/contract; part of `equivalentMutants`. */
export const equivalentInQuotient = [
  {
    file: 'packages/contract/src/measurement/quotient.ts',
    reason: 'Zero was returned before.',
    changes: [
      [
        'return value.units === 0n ? 0 : value.units < 0n ? -1 : 1',
        'return value.units === 0n ? 0 : value.units < 1n ? -1 : 1',
      ],
      [
        'return value.units === 0n ? 0 : value.units < 0n ? -1 : 1',
        'return value.units === 0n ? 0 : value.units <= 0n ? -1 : 1',
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/quotient.ts',
    reason: 'Shifted by 0, a product and a quotient are the same.',
    changes: [
      [
        'const scaled = shift >= 0 ? value.units * powerOfTen(shift) : value.units / powerOfTen(-shift)',
        'const scaled = shift > 0 ? value.units * powerOfTen(shift) : value.units / powerOfTen(-shift)',
      ],
      [
        'const over = shift >= 0 ? value.units * powerOfTen(shift) : value.units',
        'const over = shift > 0 ? value.units * powerOfTen(shift) : value.units',
      ],
      [
        'const under = shift >= 0 ? divisor : divisor * powerOfTen(-shift)',
        'const under = shift > 0 ? divisor : divisor * powerOfTen(-shift)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/quotient.ts',
    reason: 'Shifted by 0, a product and a quotient are the same.',
    changes: [
      [
        'const scaled = shift >= 0 ? value.units * powerOfTen(shift) : value.units / powerOfTen(-shift)',
        'const scaled = shift >= 1 ? value.units * powerOfTen(shift) : value.units / powerOfTen(-shift)',
      ],
      [
        'const over = shift >= 0 ? value.units * powerOfTen(shift) : value.units',
        'const over = shift >= 1 ? value.units * powerOfTen(shift) : value.units',
      ],
      [
        'const under = shift >= 0 ? divisor : divisor * powerOfTen(-shift)',
        'const under = shift >= 1 ? divisor : divisor * powerOfTen(-shift)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/quotient.ts',
    reason: 'A divisor of 1 ends in decimals without any of its own.',
    changes: [
      ['if (divisor === 1n) return value', 'if (divisor === (0n)) return value'],
      ['if (divisor === 1n) return value', 'if (false) return value'],
    ],
  },
  {
    file: 'packages/contract/src/measurement/quotient.ts',
    reason: 'Of 1 and of 2 the root is 1, and the last digit is rounded off.',
    changes: [
      ['if (square < 2n) return square', 'if (square <= 2n) return square'],
      ['if (square < 2n) return square', 'if (square < 3n) return square'],
      ['if (square < 2n) return square', 'if (square < (1n)) return square'],
    ],
  },
  {
    file: 'packages/contract/src/measurement/quotient.ts',
    reason: 'Expanded by its divisor, a quotient stays the same.',
    changes: [
      [
        'if (a.divisor === b.divisor) return { value: sum(a.value, b.value), divisor: a.divisor }',
        'if (false) return { value: sum(a.value, b.value), divisor: a.divisor }',
      ],
      [
        'if (a.divisor === b.divisor) return { value: difference(a.value, b.value), divisor: a.divisor }',
        'if (false) return { value: difference(a.value, b.value), divisor: a.divisor }',
      ],
      [
        'if (a.divisor === b.divisor) return compare(a.value, b.value)',
        'if (false) return compare(a.value, b.value)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/quotient.ts',
    reason: "Newton's method comes to the root from any start above it.",
    changes: [
      [
        'let root = 1n << BigInt((square.toString(2).length >> 1) + 1)',
        'let root = 2n << BigInt((square.toString(2).length >> 1) + 1)',
      ],
      [
        'let root = 1n << BigInt((square.toString(2).length >> 1) + 1)',
        'let root = 1n << BigInt((square.toString(2).length >> 1) + 2)',
      ],
      [
        'let root = 1n << BigInt((square.toString(2).length >> 1) + 1)',
        'let root = 1n << BigInt((square.toString(2).length << 1) + 1)',
      ],
      [
        'let root = 1n << BigInt((square.toString(2).length >> 1) + 1)',
        'let root = 1n << BigInt((square.toString(2).length >> 0) + 1)',
      ],
    ],
  },
] as const
