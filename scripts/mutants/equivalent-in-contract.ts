/** Equivalent mutants in packages/contract, other than those in files of their own; part of `equivalentMutants`. */
export const equivalentInContract = [
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
    file: 'packages/contract/src/procedure/check-procedure.ts',
    reason: 'A letter names no rule, as nothing names none.',
    changes: [
      [
        "if (lacksFactor(rule ?? '')) issues.add(['decision_rule'], 'field.guard_band_factor')",
        "if (lacksFactor(rule ?? 'x')) issues.add(['decision_rule'], 'field.guard_band_factor')",
      ],
    ],
  },
] as const
