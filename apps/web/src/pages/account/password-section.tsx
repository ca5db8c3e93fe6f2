import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, type EndedSessions } from '@plumbline/contract'
import { fieldErrorsOf } from '../../api.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { submitting, useAttempt } from '../../components/form/use-attempt.ts'
import { Panel } from '../../components/panel.tsx'
import { tell } from '../../components/told.tsx'
import { t } from '../../messages.ts'
import { mySessionsQuery } from '../../queries/account.ts'
import { ofMyAccount, type Session } from '../../session.ts'

const EMPTY = { current_password: '', new_password: '' }

/** A new password, confirmed with the present one; it ends every other session. */
export function PasswordSection({ user }: { user: Session['user'] }) {
  const queries = useQueryClient()
  const [values, setValues] = useState(EMPTY)
  const { busy, error, attempt } = useAttempt()
  const errors = fieldErrorsOf(error)
  const submit = () =>
    attempt(async () => {
      const { ended_sessions: count } = await ofMyAccount<EndedSessions>('POST', '/password', values)
      setValues(EMPTY)
      tell(count === 0 ? t('account.password.done') : t('account.password.doneAndEnded', { count }))
      await queries.invalidateQueries(mySessionsQuery)
    })
  return (
    <Panel title={t('account.password')}>
      <form onSubmit={submitting(submit)} noValidate>
        <Stack gap="sm" maw={420}>
          <Text size="sm" c="dimmed">
            {t('account.password.hint')}
          </Text>
          <ErrorSummary error={error} labels={labels()} />
          {/* Tells password managers whose password it is. */}
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordInput
            id="current_password"
            label={t('account.password.current')}
            autoComplete="current-password"
            required
            withAsterisk={false}
            maxLength={PASSWORD_LENGTH_MAX}
            value={values.current_password}
            error={errors['current_password']}
            onChange={(event) => setValues({ ...values, current_password: event.currentTarget.value })}
          />
          <PasswordInput
            id="new_password"
            label={t('account.password.new')}
            description={t('account.password.length', { count: PASSWORD_LENGTH_MIN })}
            autoComplete="new-password"
            required
            withAsterisk={false}
            maxLength={PASSWORD_LENGTH_MAX}
            value={values.new_password}
            error={errors['new_password']}
            onChange={(event) => setValues({ ...values, new_password: event.currentTarget.value })}
          />
          <Group>
            <Button
              type="submit"
              loading={busy}
              disabled={values.current_password === '' || values.new_password === ''}
            >
              {t('account.password.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

const labels = () => ({
  current_password: t('account.password.current'),
  new_password: t('account.password.new'),
})
