const RULES = 'apps/server/src/modules/webhooks/rules'

/** Equivalent mutants in the rules of webhooks; part of `equivalentMutants`. */
export const equivalentInWebhooks = [
  {
    file: `${RULES}/webhook-url.ts`,
    reason:
      'No text is known that is read as a url here and otherwise by the runtime: the comparison is a second wall.',
    changes: [
      [
        "if (parsed === null) return refuse(because('webhook.unreadable'))",
        "if (false) return refuse(because('webhook.unreadable'))",
      ],
      ['if (parsed.protocol !== target.protocol || port !== target.port)', 'if (false)'],
    ],
  },
  {
    file: `${RULES}/webhook-url.ts`,
    reason:
      'A text split has a last part, and a text with # was refused before. No host that passes the first reading is known to be read differently by the second.',
    changes: [
      ["if (NUMERIC_LABEL.test(labels.at(-1) ?? '')) {", "if (NUMERIC_LABEL.test(labels.at(-1) ?? 'x')) {"],
      [
        'const URL_PARTS = /^(https?):\\/\\/([^/?#]+)([/?][^#]*)?$/i',
        'const URL_PARTS = /^(https?):\\/\\/([^/?#]+)([/?][^#]*)?/i',
      ],
      [
        "if (!isSameHost) return refuse(because('webhook.host_invalid'))",
        "if (false) return refuse(because('webhook.host_invalid'))",
      ],
    ],
  },
  {
    file: `${RULES}/address-range.ts`,
    reason: 'A byte has eight bits; nothing is left of it by a shift of nine either.',
    changes: [
      [
        'const ignored = Math.min(Math.max(bitsBehind, 0), 8)',
        'const ignored = Math.min(Math.max(bitsBehind, 0), 9)',
      ],
    ],
  },
] as const
