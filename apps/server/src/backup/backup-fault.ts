/** A backup cannot be used; the message is the end of one sentence for the operator, which begins with its name. */
export class BackupFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'BackupFault'
  }
}
