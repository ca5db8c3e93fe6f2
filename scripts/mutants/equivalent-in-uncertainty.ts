/** Equivalent mutants in the uncertainty rules of packages/contract; part of `equivalentMutants`. */
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
  {
    file: 'packages/contract/src/uncertainty/read-budget.ts',
    reason: 'No contributor has an index below 0, whichever it is.',
    changes: [
      [
        'const [a, b] = [places.get(stated.a) ?? -1, places.get(stated.b) ?? -1]',
        'const [a, b] = [places.get(stated.a) ?? -2, places.get(stated.b) ?? -1]',
      ],
      [
        'const [a, b] = [places.get(stated.a) ?? -1, places.get(stated.b) ?? -1]',
        'const [a, b] = [places.get(stated.a) ?? -1, places.get(stated.b) ?? -2]',
      ],
    ],
  },
] as const
