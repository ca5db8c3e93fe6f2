/** What an operation of a test's own API declares beside its method and path: it reads, and every call of it succeeds. */
export const plainOperation = {
  tag: 't',
  summary: 's',
  scope: 'read',
  reply: { status: 200, description: 'd' },
  errors: [],
} as const
