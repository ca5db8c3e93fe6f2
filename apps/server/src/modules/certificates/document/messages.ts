import type { MessagesOf } from '../../../platform/messages.ts'

/** The labels and standing sentences of certificates in one language. */
export type Messages = MessagesOf<'certificate'>
