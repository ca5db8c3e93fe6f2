/** Equivalent mutants in the tolerance rules of packages/contract; part of `equivalentMutants`. */
export const equivalentInTolerance = [
  {
    file: 'packages/contract/src/tolerance/decimal.ts',
    reason: 'Zero has no sign.',
    changes: [
      [
        'return value.units < 0n ? negated(value) : value',
        'return value.units <= 0n ? negated(value) : value',
      ],
    ],
  },
  {
    file: 'packages/contract/src/tolerance/units/unit-scale.ts',
    reason: 'A search for any text begins at the first letter anyway.',
    changes: [['const FACTOR = /^(.*?)(?:\\^(-?[1-9]))?$/s', 'const FACTOR = /(.*?)(?:\\^(-?[1-9]))?$/s']],
  },
  {
    file: 'packages/contract/src/tolerance/decimal-points.ts',
    reason: 'A letter is a unit, and so no free one.',
    changes: [
      [
        "isFreeUnit(leadingNumber(text, convention)?.rest.trim() ?? '')",
        "isFreeUnit(leadingNumber(text, convention)?.rest.trim() ?? 'x')",
      ],
    ],
  },
  {
    file: 'packages/contract/src/tolerance/decimal-points.ts',
    reason: 'A search for anything that is no digit begins at the first letter anyway.',
    changes: [
      [
        "const number = leadingNumber(text.replace(/^\\D*?(?=[+-]?[\\d.,])/, ''), convention)",
        "const number = leadingNumber(text.replace(/\\D*?(?=[+-]?[\\d.,])/, ''), convention)",
      ],
    ],
  },
  {
    file: 'packages/contract/src/tolerance/decimal.ts',
    reason: 'As a whole number, an empty text is 0.',
    changes: [
      [
        "const units = BigInt(`${whole}${fraction}` || '0')",
        "const units = BigInt(`${whole}${fraction}` || '')",
      ],
    ],
  },
  {
    file: 'packages/contract/src/tolerance/read-tolerance.ts',
    reason: 'Of two that are equal, either is the smaller one.',
    changes: [['return compare(a, b) <= 0 ? [a, b] : [b, a]', 'return compare(a, b) < 0 ? [a, b] : [b, a]']],
  },
  {
    file: 'packages/contract/src/tolerance/interpretation.ts',
    reason: 'Nothing is blank.',
    changes: [
      [
        "return isBlank(text) ? null : normaliseText(text ?? '')",
        "return isBlank(text) ? null : normaliseText(text ?? 'x')",
      ],
      [
        "return isBlank(text) ? null : normaliseText(text ?? '')",
        'return isBlank(text) ? null : normaliseText((text))',
      ],
    ],
  },
  {
    file: 'packages/contract/src/tolerance/tolerance-verdict.ts',
    reason: 'Both sentences are about texts that were sent.',
    changes: [
      ["return text?.trim() ?? ''", "return text?.trim() ?? 'x'"],
      ["return text?.trim() ?? ''", 'return (text?.trim())'],
    ],
  },
  {
    file: 'packages/contract/src/tolerance/decimal.ts',
    reason: 'Shifted by 0, a number stays the same.',
    changes: [
      [
        'return scale >= 0 ? { units: value.units, scale } : { units: value.units * powerOfTen(-scale), scale: 0 }',
        'return scale > 0 ? { units: value.units, scale } : { units: value.units * powerOfTen(-scale), scale: 0 }',
      ],
      [
        'return scale >= 0 ? { units: value.units, scale } : { units: value.units * powerOfTen(-scale), scale: 0 }',
        'return scale >= 1 ? { units: value.units, scale } : { units: value.units * powerOfTen(-scale), scale: 0 }',
      ],
      [
        'return scale === value.scale ? value.units : value.units * powerOfTen(scale - value.scale)',
        'return false ? value.units : value.units * powerOfTen(scale - value.scale)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/tolerance/decimal.ts',
    reason: 'Zero has no sign, or was returned before.',
    changes: [
      [
        'return value.units < 0n ? negated(value) : value',
        'return value.units < 1n ? negated(value) : value',
      ],
      ['return units < 0n ? -1 : 1', 'return units < 1n ? -1 : 1'],
      ['return units < 0n ? -1 : 1', 'return units <= 0n ? -1 : 1'],
    ],
  },
  {
    file: 'packages/contract/src/tolerance/decimal.ts',
    reason: 'A power that is not kept is computed.',
    changes: [
      ['if (known !== undefined) return known', 'if (false) return known'],
      [
        'const POWERS = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent))',
        'const POWERS = Array.from({ length: 39 }, (_, exponent) => 10n ** BigInt(exponent))',
      ],
      [
        'const POWERS = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent))',
        'const POWERS = Array.from({ length: 41 }, (_, exponent) => 10n ** BigInt(exponent))',
      ],
    ],
  },
  {
    file: 'packages/contract/src/tolerance/units/unit-scale.ts',
    reason: 'Units that are not kept are read again.',
    changes: [
      ['if (known !== undefined) return known', 'if (false) return known'],
      ['if (units.size >= UNITS_MAX) units.clear()', 'if (false) units.clear()'],
      ['if (units.size >= UNITS_MAX) units.clear()', 'if (true) units.clear()'],
      ['if (units.size >= UNITS_MAX) units.clear()', 'if (units.size > UNITS_MAX) units.clear()'],
      ['if (units.size >= UNITS_MAX) units.clear()', 'if (units.size < UNITS_MAX) units.clear()'],
      ['if (units.size >= UNITS_MAX) units.clear()', 'if (units.size >= UNITS_MAX) ;'],
      ['const UNITS_MAX = 2000', 'const UNITS_MAX = 2001'],
      ['const UNITS_MAX = 2000', 'const UNITS_MAX = 1999'],
      ['units.set(unit, read)', ';'],
    ],
  },
  {
    file: 'packages/contract/src/tolerance/tolerance-meaning.ts',
    reason: 'The text of the tolerance is always there.',
    changes: [
      [
        "const readings = tolerancesOf(stated.tolerance ?? '')",
        "const readings = tolerancesOf(stated.tolerance ?? 'x')",
      ],
      [
        "const readings = tolerancesOf(stated.tolerance ?? '')",
        'const readings = tolerancesOf((stated.tolerance))',
      ],
    ],
  },
] as const
