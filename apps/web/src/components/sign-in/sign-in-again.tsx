import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../base/messages.ts'
import { signIn } from '../../state/session.ts'
import { ErrorSummary } from '../error-summary.tsx'
import { submitting, useAttempt } from '../form/use-attempt.ts'
import { SecondStepForm } from './second-step-form.tsx'

/** Asks for the password of the ended session, and for the second factor if there is one. */
export function SignInAgain({ email, onSignedIn }: { email: string; onSignedIn: () => Promise<void> }) {
  const [password, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const [codeAwaited, setCodeAwaited] = useState(false)
  const submit = () =>
    attempt(async () => {
      const signedIn = await signIn(email, password)
      setPassword('')
      if (signedIn) await onSignedIn()
      else setCodeAwaited(true)
    })
  return (
    <>
      {codeAwaited && <SecondStepForm onSignedIn={onSignedIn} onStartAgain={() => setCodeAwaited(false)} />}
      <form onSubmit={submitting(submit)} hidden={codeAwaited}>
        <Stack>
          <Text>{t('sessionEnded.hint', { email: email })}</Text>
          <ErrorSummary error={error} />
          <PasswordInput
            data-autofocus
            label={t('signIn.password')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={busy}>
              {t('signIn.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </>
  )
}
