import { t } from '../../base/messages.ts'

/** A hidden field with the account of a password on the same form, for password managers. */
export function AccountName({ email }: { email: string }) {
  return (
    <input type="text" autoComplete="username" value={email} readOnly hidden aria-label={t('signIn.email')} />
  )
}
