/** Declarations of an operation in a test's own API, other than method and path: it reads, and all calls succeed. */
export const plainOperation = {
  tag: 't',
  summary: 's',
  scope: 'read',
  reply: { status: 200, description: 'd' },
  errors: [],
} as const
