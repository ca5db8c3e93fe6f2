import { ToldRows, type Projection } from '../ledger/index.ts'
import { certificatePayload } from './ledger-payload.ts'
import { walkCertificateRows, walkDirectoryRows } from './projection-store.ts'

/** Issued certificates as the ledger tells them, each with the hash of its file, and the addresses that lead to them. */
export const certificateProjection: Projection = {
  payloads: [certificatePayload],
  begin: (snapshot, findings) => {
    const certificates = new ToldRows('certificates')
    const directory = new ToldRows('certificate_directory')
    return {
      take: ({ kind, subject, payload, index }) => {
        if (kind !== 'certificate.issued') return
        const made = certificatePayload.columns(payload)
        const { calibration_id } = made
        const row = { ...made, certificate_id: subject.id, ledger_index: index }
        certificates.tell(String(calibration_id), row, index)
        directory.tell(subject.id, { calibration_id }, index)
      },
      compare: async () => {
        await certificates.compare(walkCertificateRows(snapshot), 'calibration_id', findings)
        await directory.compare(walkDirectoryRows(snapshot), 'certificate_id', findings)
      },
    }
  },
}
