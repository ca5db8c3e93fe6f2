import { because } from '@plumbline/contract'
import { invalidField } from '../../../platform/errors.ts'

/**
 * The reason that the app asks for, trimmed.
 * @throws 422 VALIDATION_ERROR when it is blank
 */
export function requireReason(reason: string): string {
  const text = reason.trim()
  if (text === '') throw invalidField('reason', because('field.blank'), 'missing')
  return text
}
