import { openApiDocument, operations, PUBLIC_API_PREFIX, requestExamples } from '@plumbline/contract'

const description = `Create, read, update and retire the instruments of a calibration program, append calibration records to a ledger that third parties can verify, fetch certificates, work through the due list, attach documents, and receive changes through signed webhooks.

Send a workspace API key as \`Authorization: Bearer <key>\` or as \`X-API-Key: <key>\`. \`X-RateLimit-Limit\` gives the number of requests that a key can send per minute; beyond that, the response is 429 with \`Retry-After\`.

Timestamps are in UTC and end in \`Z\`. Due dates are calendar dates in the time zone of the workspace (in the worklist, of the site), and the due date is the last day on which the instrument is in calibration: compare dates, not instants. Lists are returned as \`{data, pagination}\`. Unknown query parameters are ignored, and an empty one counts as absent; unknown members of a body are refused. Errors are returned as \`{code, message, details?}\`: branch on the code. New fields and new values of enumerated fields may appear at any time; ignore those that you do not know.`

export const PUBLIC_API_TITLE = 'Plumbline public API'

/** The version of the API (contract, "Versioning": v1 with its additions). */
export const API_VERSION = '1.1.0'

/** The groups of operations. */
const tags = [
  { name: 'Instruments', description: 'The register of measuring equipment.' },
  { name: 'Calibrations', description: 'Calibration records in the ledger, and their certificates.' },
  {
    name: 'Measurements',
    description: 'Results computed from readings, limits and uncertainties, without creating a record.',
  },
  {
    name: 'Procedures',
    description:
      'How instruments are calibrated: points, tolerances, conditions and standards, with revisions.',
  },
  {
    name: 'Providers',
    description:
      'External laboratories that perform calibrations for the workspace, and their accreditation.',
  },
  {
    name: 'Traceability',
    description: 'What calibrations are traceable to, and what was calibrated with an instrument.',
  },
  {
    name: 'Interval advice',
    description:
      'Suggested calibration intervals, based on the records of an instrument or a group of instruments.',
  },
  {
    name: 'Findings',
    description: 'Instruments that were found out of tolerance, and the calibrations touched by this.',
  },
  { name: 'Worklist', description: 'Instruments that are due or overdue.' },
  {
    name: 'Sites and standards',
    description: 'Where instruments are located, and which standards the workspace follows.',
  },
  { name: 'Documents', description: 'Files attached to instruments and calibrations.' },
  { name: 'Imports', description: 'Import of a register or a calibration history from a CSV or XLSX file.' },
  { name: 'Exports', description: 'Lists as CSV, JSON Lines or XLSX files.' },
  {
    name: 'Webhooks',
    description: 'Events delivered by signed requests, and the outcome of each delivery.',
  },
  { name: 'Events', description: 'The requests that your webhook endpoints receive.' },
  {
    name: 'Ledger',
    description: 'Proof of what was recorded and when, without having to trust this server.',
  },
]

/**
 * Returns the OpenAPI document of the public API (contract, "Versioning": v1).
 * @param version `info.version`; a server adds its own, which the committed document omits
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
    // Different from the tag of the endpoints: generators write one file per tag, and the second would replace the
    // first.
    webhooksTag: 'Events',
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key, prefixed ctk_.' },
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'The same key in a dedicated header.',
      },
    },
  })
}
