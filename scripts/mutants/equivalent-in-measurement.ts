/** Equivalent mutants in the measurement rules of packages/contract; part of `equivalentMutants`. */
export const equivalentInMeasurement = [
  {
    file: 'packages/contract/src/measurement/evaluate.ts',
    reason: 'Neither 0 nor a number below it is above 0.',
    changes: [
      [
        'return (phase?.readings?.length ?? 0) > 0 || !isBlank(phase?.observed)',
        'return (phase?.readings?.length ?? (-1)) > 0 || !isBlank(phase?.observed)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/flat-fields.ts',
    reason: 'Limits without either of them are refused before a point is written.',
    changes: [
      [
        'return lower == null ? null : `≥ ${withUnit(lower, unit)}`',
        'return false ? null : `≥ ${withUnit(lower, unit)}`',
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/read-members.ts',
    reason: 'With an issue nothing is computed, whatever the number.',
    changes: [
      ['return exponent ?? 0', 'return exponent ?? (-1)'],
      ['return exponent ?? 0', 'return exponent ?? 1'],
    ],
  },
  {
    file: 'packages/contract/src/measurement/phase.ts',
    reason: 'No decimal has fewer than 0 places, and without readings there is no deviation.',
    changes: [['let scale = 0', 'let scale = (-1)']],
  },
  {
    file: 'packages/contract/src/measurement/read-uncertainty.ts',
    reason: 'Neither `null` nor `undefined` as a text begins with a percentage.',
    changes: [
      [
        "const [, percent] = PERCENT_IN_WORDS.exec(words ?? '') ?? []",
        'const [, percent] = PERCENT_IN_WORDS.exec((words)) ?? []',
      ],
      [
        "const [, percent] = PERCENT_IN_WORDS.exec(words ?? '') ?? []",
        "const [, percent] = PERCENT_IN_WORDS.exec(words ?? 'x') ?? []",
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/series/point-series.ts',
    reason: 'Names are only compared with each other, and other numbers tell points apart as well.',
    changes: [
      ['const number = (seen.get(name) ?? 0) + 1', 'const number = (seen.get(name) ?? 0) - 1'],
      ['const number = (seen.get(name) ?? 0) + 1', 'const number = (seen.get(name) ?? 1) + 1'],
      ['const number = (seen.get(name) ?? 0) + 1', 'const number = (seen.get(name) ?? 0) + 2'],
    ],
  },
  {
    file: 'packages/contract/src/measurement/decimal-text.ts',
    reason: 'A computed text is a number in plain digits.',
    changes: [
      [
        "const [, sign = '', whole = '', fraction = ''] = COMPUTED.exec(text) ?? []",
        "const [, sign = '', whole = '', fraction = ''] = (COMPUTED.exec(text))",
      ],
      ['const COMPUTED = /^(-?)(\\d+)(?:\\.(\\d+))?$/', 'const COMPUTED = /(-?)(\\d+)(?:\\.(\\d+))?$/'],
      ['const COMPUTED = /^(-?)(\\d+)(?:\\.(\\d+))?$/', 'const COMPUTED = /^(-?)(\\d+)(?:\\.(\\d+))?/'],
    ],
  },
  {
    file: 'packages/contract/src/measurement/limits.ts',
    reason: 'Of two that are equal, either is the greater one.',
    changes: [
      [
        'return order(fixedWidth, share) >= 0 ? fixedWidth : share',
        'return order(fixedWidth, share) > 0 ? fixedWidth : share',
      ],
      ['return compare(a, b) >= 0 ? a : b', 'return compare(a, b) > 0 ? a : b'],
    ],
  },
  {
    file: 'packages/contract/src/measurement/guard-band.ts',
    reason: 'Of two that are equal, either is the greater one.',
    changes: [
      [
        'if (coverage === null) return order(expanded, doubled) >= 0 ? expanded : doubled',
        'if (coverage === null) return order(expanded, doubled) > 0 ? expanded : doubled',
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/read-uncertainty.ts',
    reason: 'Parts per million are not shifted by it.',
    changes: [
      [
        "const exponent = isParts ? 0 : exponentTo(stated.unit, unit, [...path, 'unit'], issues)",
        "const exponent = isParts ? 1 : exponentTo(stated.unit, unit, [...path, 'unit'], issues)",
      ],
      [
        "const exponent = isParts ? 0 : exponentTo(stated.unit, unit, [...path, 'unit'], issues)",
        "const exponent = isParts ? (-1) : exponentTo(stated.unit, unit, [...path, 'unit'], issues)",
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/decimal-text.ts',
    reason: 'As a number, an empty text is 0.',
    changes: [
      [
        "const [, sign, whole = '', fraction, onlyFraction = '', exponent = '0'] = written",
        "const [, sign, whole = '', fraction, onlyFraction = '', exponent = ''] = written",
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/guard-band.ts',
    reason: 'The last rule is also the default.',
    changes: [["case 'z540_3_rds':", "case '':"]],
  },
  {
    file: 'packages/contract/src/measurement/evaluate.ts',
    reason: 'Numbers are read of each phase that is stated, and nothing is not above 0.',
    changes: [
      ['if (!stated || !phase) return null', 'if (!stated && !phase) return null'],
      [
        'return (phase?.readings?.length ?? 0) > 0 || !isBlank(phase?.observed)',
        'return ((phase?.readings?.length)) > 0 || !isBlank(phase?.observed)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/decide.ts',
    reason: 'A probability lies beyond its bounds by rounding at most.',
    changes: [
      [
        'return Math.min(1, Math.max(0, studentInterval(below, above, uncertainty.degreesOfFreedom)))',
        'return Math.min(1, Math.max((-1), studentInterval(below, above, uncertainty.degreesOfFreedom)))',
      ],
      [
        'return Math.min(1, Math.max(0, studentInterval(below, above, uncertainty.degreesOfFreedom)))',
        'return Math.min(2, Math.max(0, studentInterval(below, above, uncertainty.degreesOfFreedom)))',
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/guard-band.ts',
    reason: 'Without an uncertainty, the rule is not computed.',
    changes: [
      [
        'const isProven = isAccepted && (conformanceProbability ?? 0) >= PROVEN_FROM',
        'const isProven = isAccepted && ((conformanceProbability)) >= PROVEN_FROM',
      ],
      [
        'const isProven = isAccepted && (conformanceProbability ?? 0) >= PROVEN_FROM',
        'const isProven = isAccepted && (conformanceProbability ?? 1) >= PROVEN_FROM',
      ],
      [
        'const isProven = isAccepted && (conformanceProbability ?? 0) >= PROVEN_FROM',
        'const isProven = isAccepted && (conformanceProbability ?? (-1)) >= PROVEN_FROM',
      ],
    ],
  },
  {
    file: 'packages/contract/src/measurement/series/point-series.ts',
    reason: 'In a list, JSON writes undefined as null.',
    changes: [
      [
        'value ? decimalText(value) : (nominal?.value ?? null),',
        'value ? decimalText(value) : ((nominal?.value)),',
      ],
      ['conditions?.direction ?? null,', '(conditions?.direction),'],
    ],
  },
  {
    file: 'packages/contract/src/measurement/series/reading-series.ts',
    reason: 'A letter is no quantity, as nothing is none.',
    changes: [
      ["const text = normaliseText(nominalValue ?? '')", "const text = normaliseText(nominalValue ?? 'x')"],
    ],
  },
  {
    file: 'packages/contract/src/measurement/guard-band.ts',
    reason: 'With an uncertainty of 0, the guard band is 0 for any multiplier.',
    changes: [
      ['? 0', '? 1'],
      ['? 0', '? (-1)'],
    ],
  },
  {
    file: 'packages/contract/src/measurement/read-point.ts',
    reason: 'A letter is a usable unit, as nothing is.',
    changes: [
      [
        "checkUnit(unit ?? '', nominal ? ['nominal', 'unit'] : ['uncertainty', 'unit'], issues)",
        "checkUnit(unit ?? 'x', nominal ? ['nominal', 'unit'] : ['uncertainty', 'unit'], issues)",
      ],
    ],
  },
] as const
