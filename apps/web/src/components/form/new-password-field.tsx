import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@plumbline/contract'
import { t } from '../../base/messages.ts'

/** A field for a new password, with the minimum length as its description. */
export function NewPasswordField({
  onChange,
  ...field
}: Omit<PasswordInputProps, 'onChange'> & { onChange: (password: string) => void }) {
  return (
    <PasswordInput
      description={t('account.password.length', { count: PASSWORD_LENGTH_MIN })}
      autoComplete="new-password"
      required
      withAsterisk={false}
      maxLength={PASSWORD_LENGTH_MAX}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  )
}
