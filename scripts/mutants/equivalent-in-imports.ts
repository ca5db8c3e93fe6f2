const RULES = 'apps/server/src/modules/imports/rules'

/** Equivalent mutants in the rules by which files are imported; part of `equivalentMutants`. */
export const equivalentInImports = [
  {
    file: `${RULES}/history-order.ts`,
    reason: 'A sort asks only whether a comparison is below 0.',
    changes: [
      [
        'return Number(first > second) - Number(first < second)',
        'return Number(first >= second) - Number(first < second)',
      ],
    ],
  },
  {
    file: `${RULES}/history-point.ts`,
    reason:
      'Nothing else is thrown. Terms of one kind have the same members: a number with a unit and one without it are ambiguous.',
    changes: [
      [
        'if (error instanceof NotRead) return { field: error.field, fault: error.fault }',
        'if (true) return { field: error.field, fault: error.fault }',
      ],
      [
        'const isSum = below === above && Object.keys(second).every((name) => !(name in first))',
        'const isSum = below === above && Object.keys(second).some((name) => !(name in first))',
      ],
    ],
  },
  {
    file: `${RULES}/history-row.ts`,
    reason: 'The time has been matched to its end before, in the same form without limits.',
    changes: [
      [
        String.raw`const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/`,
        String.raw`const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)/`,
      ],
    ],
  },
  {
    file: `${RULES}/read-date.ts`,
    reason: 'No time has 11 digits, and 80,000 milliseconds after midnight it is the same day.',
    changes: [
      [
        'const milliseconds = Number(text) * (text.length > 10 ? 1 : 1000)',
        'const milliseconds = Number(text) * (text.length > 11 ? 1 : 1000)',
      ],
      [
        'return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10)',
        'return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86400001).toISOString().slice(0, 10)',
      ],
    ],
  },
  {
    file: `${RULES}/recognise-columns.ts`,
    reason:
      'What every object has is no target, and a second custom field of a register becomes a custom field too.',
    changes: [
      [
        'const chosenFor = (column: string) => (Object.hasOwn(mapping, column) ? mapping[column] : undefined)',
        'const chosenFor = (column: string) => (true ? mapping[column] : undefined)',
      ],
      [
        "if (target === 'ignore' || target === 'custom_field') return { column, target }",
        "if (target === 'ignore' || target === '') return { column, target }",
      ],
    ],
  },
] as const
