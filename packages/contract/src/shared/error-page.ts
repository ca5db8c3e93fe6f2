import { errorAdvice, retryAdvice } from './error-advice.ts'
import { errorCodes, type ErrorCode } from './errors.ts'

const HEAD = `# Error codes

For integrators. Every error is \`{code, message, details?}\`. Branch on \`code\`;
\`message\` may be reworded, and \`details\` may gain members. New codes may be added: handle a code that you do not know by its
HTTP status. This page is generated from the table that the server uses.

Retry a write with the same \`Idempotency-Key\`, so that nothing is written twice. When you ask about a response, quote its
\`X-Request-Id\` header, which identifies the request in the server log.
`

/** Returns the page of error codes in Markdown: cause, what to do, and whether to try again. */
export function errorPage(): string {
  const codes = Object.keys(errorCodes) as ErrorCode[]
  return [HEAD, ...codes.map(section)].join('\n')
}

function section(code: ErrorCode): string {
  const { status, when } = errorCodes[code]
  const { next, retry, details } = errorAdvice[code]
  // Values that cannot be used have a separate status.
  const statuses = code === 'INVALID_REQUEST' ? '400 or 422' : status
  const example =
    details &&
    `\n\`details\`, for example:\n\n\`\`\`json\n${JSON.stringify(details.example, null, 2)}\n\`\`\`\n`
  return `## ${code}

- **HTTP status**: ${statuses}
- **Cause**: ${when}
- **What to do**: ${next}
- **Retry**: ${retryAdvice[retry]}
${example ?? ''}`
}
