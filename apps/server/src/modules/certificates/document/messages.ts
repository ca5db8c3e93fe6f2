import type { MessagesOf } from '../../../platform/messages.ts'

/** The labels and fixed sentences of certificates in one language. */
export type Messages = MessagesOf<'certificate'>
