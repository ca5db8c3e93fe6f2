import { openApiDocument, operations, PUBLIC_API_PREFIX, requestExamples } from '@plumbline/contract'

const description = `Create, read, change and retire the instruments of a calibration program, append calibration records to a ledger that outsiders can verify, fetch certificates, work off what is due, attach documents, and receive changes by signed webhooks.

Send the key of a workspace as \`Authorization: Bearer <key>\` or as \`X-API-Key: <key>\`. Each key may send as many requests a minute as \`X-RateLimit-Limit\` says; past that the response is 429 with \`Retry-After\`.

Timestamps are in UTC and end in \`Z\`. Due dates are calendar dates in the time zone of the workspace (of the site, in the worklist), and the due date is the last good day: compare dates, not instants. Lists come as \`{data, pagination}\`. Errors come as \`{code, message, details?}\`: branch on the code. New fields and new values of enumerated fields may appear at any time; pass over what you do not know.`

export const PUBLIC_API_TITLE = 'Plumbline public API'

/** The version of the API (contract, "Versioning": v1 with its additions). */
export const API_VERSION = '1.1.0'

/** What the operations are grouped by. */
const tags = [
  { name: 'Instruments', description: 'The register of measuring equipment.' },
  { name: 'Calibrations', description: 'Records of the ledger, and their certificates.' },
  {
    name: 'Measurements',
    description: 'What follows from readings, limits and uncertainties, without a record.',
  },
  {
    name: 'Procedures',
    description:
      'How instruments are calibrated: points, tolerances, conditions and standards, in revisions.',
  },
  {
    name: 'Providers',
    description: 'External laboratories that calibrate for the workspace, and their accreditation.',
  },
  {
    name: 'Traceability',
    description: 'What calibrations are traceable to, and what was calibrated with an instrument.',
  },
  {
    name: 'Interval advice',
    description: 'What records suggest of calibration intervals, for instruments and groups of them.',
  },
  {
    name: 'Findings',
    description: 'Instruments that were found out of tolerance, and what they touched.',
  },
  { name: 'Worklist', description: 'What is due, and what is overdue.' },
  {
    name: 'Sites and standards',
    description: 'Where instruments are, and which rules the workspace follows.',
  },
  { name: 'Documents', description: 'Files attached to instruments and calibrations.' },
  { name: 'Imports', description: 'Moving a register in from a CSV or XLSX file.' },
  { name: 'Exports', description: 'Lists as CSV, JSON Lines and XLSX files.' },
  {
    name: 'Webhooks',
    description: 'Changes delivered by signed requests, and what became of each delivery.',
  },
  { name: 'Events', description: 'The requests that your webhook endpoints get.' },
  { name: 'Ledger', description: 'Proof, without trust in this server, of what was recorded when.' },
]

/**
 * The OpenAPI document of the public API (contract, "Versioning": v1).
 * @param version `info.version`; a server adds its own, which the document that is kept leaves out
 */
export function publicApiDocument(version = API_VERSION) {
  return openApiDocument({
    title: PUBLIC_API_TITLE,
    version,
    description,
    basePath: PUBLIC_API_PREFIX,
    tags,
    operations,
    requestExamples,
    // Not that of the endpoints: generators write one file for each tag, and the second would replace the first.
    webhooksTag: 'Events',
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key, prefixed ctk_.' },
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'The same key in a header of its own.',
      },
    },
  })
}
