import { t } from '../../base/messages.ts'

/** The account that a password on the same form belongs to, where only password managers read it. */
export function AccountName({ email }: { email: string }) {
  return (
    <input type="text" autoComplete="username" value={email} readOnly hidden aria-label={t('signIn.email')} />
  )
}
