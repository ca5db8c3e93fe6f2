import { because } from '@plumbline/contract'
import { invalidField } from '../../../platform/errors.ts'

/** Returns the reason required by the app, trimmed. @throws 422 VALIDATION_ERROR if it is blank */
export function requireReason(reason: string): string {
  const text = reason.trim()
  if (text === '') throw invalidField('reason', because('field.blank'), 'missing')
  return text
}
