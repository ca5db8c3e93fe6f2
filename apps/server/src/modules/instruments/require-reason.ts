import { invalidField } from '../../platform/errors.ts'

/**
 * The reason that the app asks for, trimmed.
 * @throws 422 VALIDATION_ERROR when it is blank
 */
export function requireReason(reason: string): string {
  const text = reason.trim()
  if (text === '') throw invalidField('reason', 'is required and must not be blank', 'missing')
  return text
}
