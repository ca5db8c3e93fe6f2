const VERIFIER = 'packages/ledger-verify/src'

/** Equivalent mutants in the rules of the ledger and in its verifier; part of `equivalentMutants`. */
export const equivalentInLedger = [
  {
    file: `${VERIFIER}/canonical.ts`,
    reason: 'The names are those of the object, which was read from JSON and has a value for each.',
    changes: [
      [
        'return `{${names.map((name) => `${write(name, depth)}:${write(value[name] ?? null, depth + 1)}`).join()}}`',
        'return `{${names.map((name) => `${write(name, depth)}:${write((value[name]), depth + 1)}`).join()}}`',
      ],
    ],
  },
  {
    file: `${VERIFIER}/record-proof.ts`,
    reason: 'With text before its name, what is read as the index contains letters, and is no number.',
    changes: [
      [
        String.raw`const INDEX_LINE = /^index (?:0|[1-9]\d*)$/`,
        String.raw`const INDEX_LINE = /index (?:0|[1-9]\d*)$/`,
      ],
    ],
  },
  {
    file: `${VERIFIER}/tree.ts`,
    reason: 'How much is hashed at once changes memory and time, and no hash.',
    changes: [
      ['const PARALLEL_LEAVES_MAX = 1024', 'const PARALLEL_LEAVES_MAX = 1023'],
      ['const PARALLEL_LEAVES_MAX = 1024', 'const PARALLEL_LEAVES_MAX = 1025'],
      ['const FIRST_CAPACITY = 1024', 'const FIRST_CAPACITY = 1023'],
      ['const FIRST_CAPACITY = 1024', 'const FIRST_CAPACITY = 1025'],
    ],
  },
  {
    file: `${VERIFIER}/note.ts`,
    reason: 'Whether a key could be exported again shows nowhere: it does not leave the function.',
    changes: [
      [
        "const key = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify'])",
        "const key = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, true, ['verify'])",
      ],
    ],
  },
  {
    file: `${VERIFIER}/canonical.ts`,
    reason: 'No JSON text is empty or has an x there, so that neither is the text that was read.',
    changes: [
      ["if (depth > DEPTH_MAX) return ''", "if (depth > DEPTH_MAX) return 'x'"],
      [
        "if (typeof value === 'number' && !Number.isSafeInteger(value)) return ''",
        "if (typeof value === 'number' && !Number.isSafeInteger(value)) return 'x'",
      ],
      [
        "if (typeof value === 'string' && !value.isWellFormed()) return ''",
        "if (typeof value === 'string' && !value.isWellFormed()) return 'x'",
      ],
    ],
  },
] as const
