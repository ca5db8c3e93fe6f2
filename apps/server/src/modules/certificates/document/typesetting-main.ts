import type { CertificateData } from './certificate-data.ts'
import { createTypesetter } from './typeset.ts'
import type { TypesettingReply } from './typesetting-process.ts'

// The program of the typesetting process: one message with a certificate's data, one with its file.

const typeset = createTypesetter()

// Fonts and templates are read with the first certificate: one that nobody gets, so that nobody waits for them.
typeset({
  language: 'en',
  paper: 'a4',
  number: '0',
  issuedAt: '2026-01-01T00:00:00Z',
  timeZone: 'UTC',
  laboratory: { name: '' },
  item: { name: '漢' },
  result: 'PASS',
  performedOn: '2026-01-01',
  issuedOn: '2026-01-01',
  authorisation: { name: '', at: '2026-01-01T00:00:00Z' },
  record: '{}',
})

process.on('message', (data: CertificateData) => {
  process.send?.(reply(data))
})

// The server is gone, whichever way it went.
process.on('disconnect', () => process.exit(0))

function reply(data: CertificateData): TypesettingReply {
  try {
    return { file: typeset(data) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
