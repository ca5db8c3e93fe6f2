import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SECOND_FACTOR_CODE_LENGTH_MAX } from '@plumbline/contract'
import { ApiFailure, fieldErrorsOf } from '../../api/index.ts'
import { t } from '../../base/messages.ts'
import { takeSecondStep } from '../../state/session.ts'
import { ErrorSummary } from '../error-summary.tsx'
import { submitting, useAttempt } from '../form/use-attempt.ts'

/** Asks for the code of the second factor, after the password was right. */
export function SecondStepForm({
  onSignedIn,
  onStartAgain,
}: {
  onSignedIn: () => Promise<void>
  onStartAgain: () => void
}) {
  const [byRecovery, setByRecovery] = useState(false)
  const [code, setCode] = useState('')
  const { busy, error, attempt, forget } = useAttempt(wordedFor)
  const wrong = fieldErrorsOf(error)['code'] !== undefined
  const submit = () =>
    attempt(async () => {
      await takeSecondStep(code)
      await onSignedIn()
    })
  const change = () => {
    setByRecovery(!byRecovery)
    setCode('')
    forget()
  }
  return (
    <form onSubmit={submitting(submit)} noValidate>
      <Stack gap="md">
        <Text>{byRecovery ? t('signIn.code.recoveryHint') : t('signIn.code.hint')}</Text>
        {!wrong && <ErrorSummary error={error} />}
        <TextInput
          // Another field, so that the browser offers for each what belongs there.
          key={String(byRecovery)}
          name={byRecovery ? 'recovery-code' : 'code'}
          label={byRecovery ? t('signIn.code.recoveryLabel') : t('signIn.code.label')}
          autoComplete={byRecovery ? 'off' : 'one-time-code'}
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          data-autofocus
          maxLength={SECOND_FACTOR_CODE_LENGTH_MAX}
          value={code}
          error={wrong && t('signIn.code.wrong')}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy} disabled={code.trim() === ''} fullWidth>
          {t('signIn.submit')}
        </Button>
        <Stack gap={0} align="center">
          <Button variant="subtle" onClick={change}>
            {byRecovery ? t('signIn.code.useApp') : t('signIn.code.useRecovery')}
          </Button>
          <Button variant="subtle" onClick={onStartAgain}>
            {t('signIn.code.startAgain')}
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}

/** The server's 401 speaks to programs; a person needs to know what to do. */
function wordedFor(error: unknown): unknown {
  if (!(error instanceof ApiFailure) || error.status !== 401) return error
  return new ApiFailure(401, 'UNAUTHORIZED', t('signIn.code.over'))
}
