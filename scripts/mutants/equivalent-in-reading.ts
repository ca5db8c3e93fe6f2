/** Equivalent mutants in the reading rules of packages/contract; part of `equivalentMutants`. */
export const equivalentInReading = [
  {
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason: 'An uncertainty in a unit of another quantity is refused before a point is warned of.',
    changes: [['if (exponent === null) return false', 'if (exponent === null) return true']],
  },
  {
    file: 'packages/contract/src/reading/accreditation-scope.ts',
    reason: 'Of null the magnitude is 0.',
    changes: [
      [
        'const share = (Number(line.cmc_percent ?? 0) / 100) * Math.abs(value ?? 0)',
        'const share = (Number(line.cmc_percent ?? 0) / 100) * Math.abs((value))',
      ],
    ],
  },
  {
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason: 'No standard has an undefined id, and what has no ratio of uncertainties is not below 1.',
    changes: [
      [
        "const condition = standards.get(id?.toLowerCase() ?? '')",
        'const condition = standards.get((id?.toLowerCase()))',
      ],
      [
        "['tur_below_one', (point) => (finalPhase(point)?.decision?.tur ?? 1) < 1],",
        "['tur_below_one', (point) => (finalPhase(point)?.decision?.tur ?? 2) < 1],",
      ],
    ],
  },
  {
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason: 'Beyond its end a text has no letter that another has.',
    changes: [
      [
        'while (start < one.length && start < other.length && one[start] === other[start]) start += 1',
        'while (start <= one.length && start < other.length && one[start] === other[start]) start += 1',
      ],
    ],
  },
  {
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason:
      'No condition, and none that is known, has no warning; a ratio that is not known warns of nothing.',
    changes: [
      [
        'if (standardCondition !== null) found.set(standardCondition, [])',
        'if (true) found.set(standardCondition, [])',
      ],
      [
        'if (condition !== undefined) found.set(condition, [...(found.get(condition) ?? []), index])',
        'if (true) found.set(condition, [...(found.get(condition) ?? []), index])',
      ],
      [
        'const isBelowOne = (ruled?.decision.tur ?? 1) < 1',
        'const isBelowOne = (ruled?.decision.tur ?? 2) < 1',
      ],
    ],
  },
  {
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason: 'Of equal texts the rests without their first letters are equal too.',
    changes: [['rest(one, 0) === rest(other, 0) ||', 'rest(one, 0) === rest(other, 1) ||']],
  },
  {
    file: 'packages/contract/src/reading/accreditation-scope.ts',
    reason: 'As a number, null is 0.',
    changes: [
      [
        'const share = (Number(line.cmc_percent ?? 0) / 100) * Math.abs(value ?? 0)',
        'const share = (Number((line.cmc_percent)) / 100) * Math.abs(value ?? 0)',
      ],
      [
        'return Number(line.cmc ?? 0) * 10 ** exponent + share',
        'return Number((line.cmc)) * 10 ** exponent + share',
      ],
    ],
  },
  {
    file: 'packages/contract/src/reading/accreditation-scope.ts',
    reason: 'Without a value, there is no share of it.',
    changes: [
      [
        'const share = (Number(line.cmc_percent ?? 0) / 100) * Math.abs(value ?? 0)',
        'const share = (Number(line.cmc_percent ?? 0) / 100) * Math.abs(value ?? 1)',
      ],
      [
        'const share = (Number(line.cmc_percent ?? 0) / 100) * Math.abs(value ?? 0)',
        'const share = (Number(line.cmc_percent ?? 0) / 100) * Math.abs(value ?? (-1))',
      ],
    ],
  },
  {
    file: 'packages/contract/src/reading/accreditation-scope.ts',
    reason: 'No stated number is a capability less exactly its billionth.',
    changes: [
      [
        'return capability !== null && Number(expanded) < capability * (1 - EXACTLY)',
        'return capability !== null && Number(expanded) <= capability * (1 - EXACTLY)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/reading/accreditation-scope.ts',
    reason: 'Both sides of the comparison are in the same case.',
    changes: [
      [
        "return text.trim().replaceAll(/\\s+/g, ' ').toLowerCase()",
        "return text.trim().replaceAll(/\\s+/g, ' ').toUpperCase()",
      ],
    ],
  },
  {
    file: 'packages/contract/src/reading/decide-reading.ts',
    reason: 'A letter is no number, as nothing is none.',
    changes: [
      [
        "const stated = normaliseText(text ?? '').replace(/^k *= */i, '')",
        "const stated = normaliseText(text ?? 'x').replace(/^k *= */i, '')",
      ],
    ],
  },
  {
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason: 'No standard has such an id.',
    changes: [
      [
        "const condition = standards.get(id?.toLowerCase() ?? '')",
        "const condition = standards.get(id?.toLowerCase() ?? 'x')",
      ],
    ],
  },
  {
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason: 'No coverage factor of few digits is exactly at such a product.',
    changes: [
      [
        'return factor < expected * NEAR.from || factor > expected * NEAR.to',
        'return factor <= expected * NEAR.from || factor > expected * NEAR.to',
      ],
      [
        'return factor < expected * NEAR.from || factor > expected * NEAR.to',
        'return factor < expected * NEAR.from || factor >= expected * NEAR.to',
      ],
    ],
  },
  {
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason: 'An uncertainty in a unit of another quantity is refused before a point is warned of.',
    changes: [['if (exponent === null) return false', 'if (false) return false']],
  },
  {
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason: 'Before its beginning, no text has a letter.',
    changes: [['let start = 0', 'let start = (-1)']],
  },
  {
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason: 'Beyond its end a text has no letter that another has.',
    changes: [
      [
        'while (start < one.length && start < other.length && one[start] === other[start]) start += 1',
        'while (start < one.length && start <= other.length && one[start] === other[start]) start += 1',
      ],
    ],
  },
] as const
