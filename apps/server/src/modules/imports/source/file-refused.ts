import { refusalSentence, type RefusalReason } from '@plumbline/contract'

/** A file that cannot be read, with the reason. */
export class FileRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason) {
    super(refusalSentence(reason))
    this.name = 'FileRefused'
    this.reason = reason
  }
}
