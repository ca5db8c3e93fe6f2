import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import type { Storage } from '../../platform/storage/index.ts'
import type { Typesetter } from '../../platform/typesetting/index.ts'

/** Dependencies of issuing. */
export interface CertificateParts {
  readonly db: Database
  readonly clock: Clock
  readonly storage: Storage
  readonly typesetter: Typesetter
  /** Origin of the public pages. */
  readonly publicUrl: string
}

/** Returns the address of a certificate's public page, as in its QR code. */
export function verificationUrl(
  { publicUrl }: Pick<CertificateParts, 'publicUrl'>,
  certificateId: string,
): string {
  return `${publicUrl}/verify/${certificateId}`
}
