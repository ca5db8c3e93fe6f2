/**
 * The number that a certificate gets when the record brings none: the year of its issue and the
 * record's place in the ledger, which no other record of the workspace has.
 */
export function certificateNumber(issuedOn: string, ledgerIndex: number): string {
  return `${issuedOn.slice(0, 4)}-${String(ledgerIndex).padStart(6, '0')}`
}

/** The name under which a certificate is saved. */
export function certificateFileName(number: string, assetTag: string): string {
  return `Certificate ${number} ${assetTag}.pdf`
}
