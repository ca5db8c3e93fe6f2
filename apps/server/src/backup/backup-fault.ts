/**
 * A backup that cannot be used. The message is the end of a sentence for the operator that starts with the backup's
 * name.
 */
export class BackupFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'BackupFault'
  }
}
