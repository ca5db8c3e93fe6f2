import { Anchor, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  PASSWORD_LENGTH_MAX,
  SECOND_FACTOR_CODE_LENGTH_MAX,
  type TwoFactorEnrolment,
} from '@plumbline/contract'
import { fieldErrorsOf, ownAccountApi } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { AccountName } from '../../components/form/account-name.tsx'
import { DialogButtons } from '../../components/form/dialog-buttons.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { QrCode } from '../../components/qr-code.tsx'
import { showToast } from '../../components/toast.tsx'
import type { Session } from '../../state/session.ts'
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
  const [enrolment, setEnrolment] = useState<TwoFactorEnrolment>()
  if (enrolment === undefined) return <PasswordStep {...props} onBegun={setEnrolment} />
  return <FirstCodeStep {...props} enrolment={enrolment} />
}

function PasswordStep({
  user,
  onClose,
  onBegun,
}: EnrolProps & { onBegun: (enrolment: TwoFactorEnrolment) => void }) {
  const [password, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      onBegun(await ownAccountApi.enrolTwoFactor({ body: { password } }))
    })
  return (
    <form onSubmit={submitting(submit)} noValidate>
      <Stack gap="sm">
        <Text>{t('account.twoFactor.passwordHint')}</Text>
        <ErrorSummary error={error} />
        <AccountName email={user.email} />
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
        <DialogButtons
          verb={t('account.twoFactor.continue')}
          busy={busy}
          ready={password !== ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}

function FirstCodeStep({ onClose, onEnrolled, enrolment }: EnrolProps & { enrolment: TwoFactorEnrolment }) {
  const [code, setCode] = useState('')
  const { busy, error, attempt } = useAttempt()
  const submit = () =>
    attempt(async () => {
      const made = await ownAccountApi.confirmTwoFactor({ body: { code } })
      showToast(t('account.twoFactor.turnedOn'))
      await onEnrolled(made.recovery_codes)
    })
  const wrong = fieldErrorsOf(error)['code'] !== undefined
  return (
    <form onSubmit={submitting(submit)} noValidate>
      <Stack gap="sm">
        {!wrong && <ErrorSummary error={error} />}
        <Secret enrolment={enrolment} />
        <TextInput
          label={t('account.twoFactor.firstCode')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          maxLength={SECOND_FACTOR_CODE_LENGTH_MAX}
          value={code}
          error={wrong && t('signIn.code.wrong')}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <DialogButtons
          verb={t('account.twoFactor.turnOn')}
          busy={busy}
          ready={code.trim() !== ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}

/** The secret for an authenticator: to be scanned, typed, or opened on the same device. */
function Secret({ enrolment: { qr, secret, uri } }: { enrolment: TwoFactorEnrolment }) {
  return (
    <>
      <Text>{t('account.twoFactor.scan')}</Text>
      <QrCode qr={qr} label={t('account.twoFactor.qr')} className={styles.qr} />
      <Text>{t('account.twoFactor.secret')}</Text>
      <code className={styles.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      <Anchor href={uri} size="sm">
        {t('account.twoFactor.openApp')}
      </Anchor>
    </>
  )
}
