/** Equivalent mutants in packages/contract, other than those in files of their own; part of `equivalentMutants`. */
export const equivalentInContract = [
  {
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason: 'An uncertainty in a unit of another quantity is refused before a point is warned of.',
    changes: [['if (exponent === null) return false', 'if (exponent === null) return true']],
  },
  {
    file: 'packages/contract/src/procedure/budget-of-point.ts',
    reason: 'With an issue nothing is computed, whatever the number.',
    changes: [
      ['return 10 ** (exponent ?? 0)', 'return 10 ** ((exponent))'],
      ['return 10 ** (exponent ?? 0)', 'return 10 ** (exponent ?? (-1))'],
      ['return 10 ** (exponent ?? 0)', 'return 10 ** (exponent ?? 1)'],
      [
        'const value = (deviation ?? 0) * scaleOf(nominal.unit, unit, issues)',
        'const value = ((deviation)) * scaleOf(nominal.unit, unit, issues)',
      ],
      [
        'const value = (deviation ?? 0) * scaleOf(nominal.unit, unit, issues)',
        'const value = (deviation ?? (-1)) * scaleOf(nominal.unit, unit, issues)',
      ],
      [
        'const value = (deviation ?? 0) * scaleOf(nominal.unit, unit, issues)',
        'const value = (deviation ?? 1) * scaleOf(nominal.unit, unit, issues)',
      ],
      [
        'return { value: (Number(resolution ?? 0) / 2) * scaleOf(nominal.unit, unit, issues) }',
        'return { value: (Number((resolution)) / 2) * scaleOf(nominal.unit, unit, issues) }',
      ],
      [
        'return { value: (Number(resolution ?? 0) / 2) * scaleOf(nominal.unit, unit, issues) }',
        'return { value: (Number(resolution ?? (-1)) / 2) * scaleOf(nominal.unit, unit, issues) }',
      ],
      [
        'return { value: (Number(resolution ?? 0) / 2) * scaleOf(nominal.unit, unit, issues) }',
        'return { value: (Number(resolution ?? 1) / 2) * scaleOf(nominal.unit, unit, issues) }',
      ],
      [
        'return { value: stated ? standardUncertaintyIn(stated, unit)! : 0, divisor: 1 }',
        'return { value: stated ? standardUncertaintyIn(stated, unit)! : (-1), divisor: 1 }',
      ],
      [
        'return { value: stated ? standardUncertaintyIn(stated, unit)! : 0, divisor: 1 }',
        'return { value: stated ? standardUncertaintyIn(stated, unit)! : 1, divisor: 1 }',
      ],
    ],
  },
  {
    file: 'packages/contract/src/procedure/budget-of-point.ts',
    reason: 'A budget that was read before is read again to the same numbers.',
    changes: [
      ['if (known !== undefined) return known', 'if (false) return known'],
      ['readBudgets.set(budget, read)', ';'],
    ],
  },
  {
    file: 'packages/contract/src/procedure/budget-of-point.ts',
    reason: 'Nothing is taken from no source, and a sound budget has a result.',
    changes: [
      [
        'withValue(read.contributors[index]!, source ? taken.get(source) : null),',
        'withValue(read.contributors[index]!, true ? taken.get(source) : null),',
      ],
      [
        'if (result === null) return { uncertainty: null, issues: [] }',
        'if (false) return { uncertainty: null, issues: [] }',
      ],
    ],
  },
  {
    file: 'packages/contract/src/procedure/check-procedure.ts',
    reason: 'What is no text is no number.',
    changes: [
      [
        'const lower = limits.lower === null ? null : readDecimal(limits.lower)',
        'const lower = false ? null : readDecimal(limits.lower)',
      ],
      [
        'const upper = limits.upper === null ? null : readDecimal(limits.upper)',
        'const upper = false ? null : readDecimal(limits.upper)',
      ],
      [
        'const ratio = minimum === null ? null : readDecimal(minimum)',
        'const ratio = false ? null : readDecimal(minimum)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/procedure/classes/check-class.ts',
    reason: 'What is no text is no number.',
    changes: [
      [
        'const value = text === null ? null : readDecimal(text)',
        'const value = false ? null : readDecimal(text)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/procedure/classes/gauge-class.ts',
    reason: 'What is no text is no number.',
    changes: [
      [
        'const deviation = text === null ? null : readDecimal(text)',
        'const deviation = false ? null : readDecimal(text)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/procedure/classes/limit-gauge.ts',
    reason: 'What is no text is no number.',
    changes: [
      [
        'const below = lower === null ? null : readDecimal(lower)',
        'const below = false ? null : readDecimal(lower)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/procedure/deviations.ts',
    reason: 'A text that is no quantity is outside of nothing.',
    changes: [
      ["const normalised = normaliseText(text ?? '')", "const normalised = normaliseText(text ?? 'x')"],
      [
        "if (limits === null || normalised === '') return false",
        "if (limits === null || normalised === 'x') return false",
      ],
    ],
  },
  {
    file: 'packages/contract/src/procedure/evaluate-followed.ts',
    reason: 'No point has an undefined id.',
    changes: [
      [
        'const followed = pointId === undefined ? undefined : known.get(pointId)',
        'const followed = false ? undefined : known.get(pointId)',
      ],
    ],
  },
  {
    file: 'packages/contract/src/procedure/evaluate-followed.ts',
    reason: 'No budget has an empty id, or none.',
    changes: [
      [
        "const budget = budgets.get(point.uncertainty?.budget_id ?? '')",
        'const budget = budgets.get((point.uncertainty?.budget_id))',
      ],
      [
        "const budget = budgets.get(point.uncertainty?.budget_id ?? '')",
        "const budget = budgets.get(point.uncertainty?.budget_id ?? 'x')",
      ],
    ],
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
    file: 'packages/contract/src/reading/record-warnings.ts',
    reason: 'Of equal texts the rests without their first letters are equal too.',
    changes: [['rest(one, 0) === rest(other, 0) ||', 'rest(one, 0) === rest(other, 1) ||']],
  },
] as const
