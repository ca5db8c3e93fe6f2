/** Equivalent mutants in packages/sdk; part of `equivalentMutants`. */
export const equivalentInSdk = [
  {
    file: 'packages/sdk/src/client.ts',
    reason: 'What is not set counts as false.',
    changes: [
      [
        'const base = baseOf(options.baseUrl, options.allowHttp ?? false)',
        'const base = baseOf(options.baseUrl, (options.allowHttp))',
      ],
    ],
  },
  {
    file: 'packages/sdk/src/exchange.ts',
    reason: 'The wait without a Retry-After is never below 0, and no date is read from nothing.',
    changes: [
      [
        'const retryAfterMs = isRefusal ? (error.retryAfterSeconds ?? 0) * 1000 : 0',
        'const retryAfterMs = isRefusal ? (error.retryAfterSeconds ?? 0) * 1000 : (-1)',
      ],
      ['if (header === null) return undefined', 'if (false) return undefined'],
    ],
  },
  {
    file: 'packages/sdk/src/sync.ts',
    reason: 'No instant is read from no date, and a page without rows advances by none.',
    changes: [
      ["const instant = Date.parse(date ?? '')", 'const instant = Date.parse((date))'],
      ["const instant = Date.parse(date ?? '')", "const instant = Date.parse(date ?? 'x')"],
      ['const last = data.at(-1)?.created_at ?? since', 'const last = (data.at(-1)?.created_at)'],
    ],
  },
  {
    file: 'packages/sdk/src/exchange.ts',
    reason: 'No content type is named undefined.',
    changes: [
      [
        "/^application\\/json *(;|$)/i.test(contentTypeOf(response) ?? '')",
        '/^application\\/json *(;|$)/i.test((contentTypeOf(response)))',
      ],
    ],
  },
  {
    file: 'packages/sdk/src/pace.ts',
    reason: 'The gap is set before it is used.',
    changes: [
      ['#gapMs = 0', '#gapMs = (-1)'],
      ['#gapMs = 0', '#gapMs = 1'],
    ],
  },
] as const
