/**
 * Returns the number of a certificate whose record states none: the year of issue and the record's index in the
 * ledger, which is unique in the workspace.
 */
export function certificateNumber(issuedOn: string, ledgerIndex: number): string {
  return `${issuedOn.slice(0, 4)}-${String(ledgerIndex).padStart(6, '0')}`
}

/** Returns the file name under which a certificate is saved. */
export function certificateFileName(number: string, assetTag: string): string {
  return `Certificate ${number} ${assetTag}.pdf`
}
