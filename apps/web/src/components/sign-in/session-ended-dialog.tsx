import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { SIGNED_OUT_EVENT } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { queryClient } from '../../queries/query-client.ts'
import { signIn, type Session } from '../../state/session.ts'
import { ErrorSummary } from '../error-summary.tsx'
import { submitting, useAttempt } from '../form/use-attempt.ts'
import { SecondStepForm } from './second-step-form.tsx'

/** When the session ends under a page, it stays as it is, entries included, and asks for the password. */
export function SessionEndedDialog({ session }: { session: Session }) {
  const [ended, setEnded] = useState(false)
  const [password, setPassword] = useState('')
  const { busy, error, attempt } = useAttempt()
  const [codeAwaited, setCodeAwaited] = useState(false)
  useEffect(() => {
    const end = () => setEnded(true)
    addEventListener(SIGNED_OUT_EVENT, end)
    return () => removeEventListener(SIGNED_OUT_EVENT, end)
  }, [])
  const goOn = async () => {
    setEnded(false)
    setCodeAwaited(false)
    await queryClient.invalidateQueries()
  }
  const submit = () =>
    attempt(async () => {
      const signedIn = await signIn(session.user.email, password)
      setPassword('')
      if (signedIn) await goOn()
      else setCodeAwaited(true)
    })
  return (
    <Modal
      opened={ended}
      onClose={() => setEnded(false)}
      title={t('sessionEnded.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {codeAwaited && <SecondStepForm onSignedIn={goOn} onStartAgain={() => setCodeAwaited(false)} />}
      <form onSubmit={submitting(submit)} hidden={codeAwaited}>
        <Stack>
          <Text>{t('sessionEnded.hint', { email: session.user.email })}</Text>
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
    </Modal>
  )
}
