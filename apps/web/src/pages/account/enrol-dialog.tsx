import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PASSWORD_LENGTH_MAX, type RecoveryCodes, type TwoFactorEnrolment } from '@plumbline/contract'
import { fieldErrorsOf } from '../../api.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { QrCode } from '../../components/qr-code.tsx'
import { tell } from '../../components/told.tsx'
import { t } from '../../messages.ts'
import { ofMyAccount, type Session } from '../../session.ts'
import styles from './two-factor.module.css'

interface EnrolProps {
  user: Session['user']
  onClose: () => void
  /** Two-factor is on; these are its recovery codes. */
  onEnrolled: (codes: string[]) => Promise<void>
}

/** Sets two-factor up: the password, then the secret and a first code. */
export function EnrolDialog({ opened, ...props }: EnrolProps & { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={t('account.twoFactor.setUp')}
      size="md"
      // A slip of the finger must not throw away a secret that was scanned already.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Enrolment {...props} />
    </Modal>
  )
}

function Enrolment(props: EnrolProps) {
  const [told, setTold] = useState<TwoFactorEnrolment>()
  if (told === undefined) return <PasswordStep {...props} onBegun={setTold} />
  return <FirstCodeStep {...props} told={told} />
}

function PasswordStep({
  user,
  onClose,
  onBegun,
}: EnrolProps & { onBegun: (told: TwoFactorEnrolment) => void }) {
  const [password, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      onBegun(await ofMyAccount<TwoFactorEnrolment>('POST', '/two-factor/enrol', { password }))
    })
  return (
    <form onSubmit={submitting(submit)} noValidate>
      <Stack gap="sm">
        <Text>{t('account.twoFactor.passwordHint')}</Text>
        <ErrorSummary error={error} />
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          label={t('finalAct.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          maxLength={PASSWORD_LENGTH_MAX}
          value={password}
          error={fieldErrorsOf(error)['password']}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Buttons
          onClose={onClose}
          busy={busy}
          ready={password !== ''}
          verb={t('account.twoFactor.continue')}
        />
      </Stack>
    </form>
  )
}

function FirstCodeStep({ onClose, onEnrolled, told }: EnrolProps & { told: TwoFactorEnrolment }) {
  const [code, setCode] = useState('')
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      const made = await ofMyAccount<RecoveryCodes>('POST', '/two-factor/confirm', { code })
      tell(t('account.twoFactor.turnedOn'))
      await onEnrolled(made.recovery_codes)
    })
  const wrong = fieldErrorsOf(error)['code'] !== undefined
  return (
    <form onSubmit={submitting(submit)} noValidate>
      <Stack gap="sm">
        {!wrong && <ErrorSummary error={error} />}
        <Text>{t('account.twoFactor.scan')}</Text>
        <QrCode qr={told.qr} label={t('account.twoFactor.qr')} className={styles.qr} />
        <Text>{t('account.twoFactor.secret')}</Text>
        <code className={styles.secret}>{told.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        <Anchor href={told.uri} size="sm">
          {t('account.twoFactor.openApp')}
        </Anchor>
        <TextInput
          label={t('account.twoFactor.firstCode')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          maxLength={32}
          value={code}
          error={wrong && t('signIn.code.wrong')}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Buttons
          onClose={onClose}
          busy={busy}
          ready={code.trim() !== ''}
          verb={t('account.twoFactor.turnOn')}
        />
      </Stack>
    </form>
  )
}

function Buttons({
  onClose,
  busy,
  ready,
  verb,
}: {
  onClose: () => void
  busy: boolean
  ready: boolean
  verb: string
}) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        {t('action.cancel')}
      </Button>
      <Button type="submit" loading={busy} disabled={!ready}>
        {verb}
      </Button>
    </Group>
  )
}
