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
      [
        'const retryAfterMs = isRefusal ? (error.retryAfterSeconds ?? 0) * 1000 : 0',
        'const retryAfterMs = isRefusal ? (error.retryAfterSeconds ?? (-1)) * 1000 : 0',
      ],
      [
        'const retryAfterMs = isRefusal ? (error.retryAfterSeconds ?? 0) * 1000 : 0',
        'const retryAfterMs = true ? (error.retryAfterSeconds ?? 0) * 1000 : 0',
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
      [
        "/^application\\/json *(;|$)/i.test(contentTypeOf(response) ?? '')",
        "/^application\\/json *(;|$)/i.test(contentTypeOf(response) ?? 'x')",
      ],
      [
        "const isPage = (response: Response): boolean => /html/i.test(contentTypeOf(response) ?? '')",
        'const isPage = (response: Response): boolean => /html/i.test((contentTypeOf(response)))',
      ],
      [
        "const isPage = (response: Response): boolean => /html/i.test(contentTypeOf(response) ?? '')",
        "const isPage = (response: Response): boolean => /html/i.test(contentTypeOf(response) ?? 'x')",
      ],
    ],
  },
  {
    file: 'packages/sdk/src/pace.ts',
    reason: 'The gap is set before it is used, and the clock has passed the first milliseconds of 1970.',
    changes: [
      ['#until = 0', '#until = (-1)'],
      ['#until = 0', '#until = 1'],
      ['#nextAt = 0', '#nextAt = (-1)'],
      ['#nextAt = 0', '#nextAt = 1'],
      ['#gapMs = 0', '#gapMs = (-1)'],
      ['#gapMs = 0', '#gapMs = 1'],
    ],
  },
  {
    file: 'packages/sdk/src/follow-changes.ts',
    reason: 'What is null is not sent either, and no wait is shorter than a second.',
    changes: [
      ['let after = (await store.load()) ?? undefined', 'let after = ((await store.load()))'],
      ['let idleMs = 0', 'let idleMs = (-1)'],
      ['let idleMs = 0', 'let idleMs = 1'],
    ],
  },
  {
    file: 'packages/sdk/src/sync.ts',
    reason: 'Every record of the feed has the time of its creation.',
    changes: [
      [
        'for (const { id, created_at: at } of data) handled.set(id, at ?? since)',
        'for (const { id, created_at: at } of data) handled.set(id, (at))',
      ],
    ],
  },
  {
    file: 'packages/sdk/src/sync.ts',
    reason:
      'The feed is in the order of its times; the comparison only protects a watermark from a server that errs.',
    changes: [
      ['since = last > since ? last : since', 'since = last >= since ? last : since'],
      ['since = last > since ? last : since', 'since = true ? last : since'],
    ],
  },
  {
    file: 'packages/sdk/src/verify-webhook-async.ts',
    reason: 'Whether a key could be exported again shows nowhere: it does not leave the function.',
    changes: [
      [
        "const key = await subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify'])",
        "const key = await subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, true, ['verify'])",
      ],
    ],
  },
] as const
