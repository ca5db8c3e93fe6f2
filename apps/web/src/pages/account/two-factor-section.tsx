import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecoveryCodes, TwoFactor } from '@plumbline/contract'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FinalActDialog } from '../../components/final-act-dialog.tsx'
import { Panel } from '../../components/panel.tsx'
import { tell } from '../../components/told.tsx'
import { formatInstant } from '../../formats.ts'
import { t } from '../../messages.ts'
import { myTwoFactorQuery } from '../../queries/account.ts'
import { ofMyAccount, type Session } from '../../session.ts'
import { EnrolDialog } from './enrol-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes.tsx'

/** Recovery codes left below which one is told to make new ones. */
const FEW_CODES = 3

/** A code beside the password: setting it up, its recovery codes, and turning it off. */
export function TwoFactorSection({ user }: { user: Session['user'] }) {
  const queries = useQueryClient()
  const { data: twoFactor, error } = useQuery(myTwoFactorQuery)
  const [enrolling, setEnrolling] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const readAnew = async () => {
    await queries.invalidateQueries(myTwoFactorQuery)
    await queries.invalidateQueries({ queryKey: ['my-sessions'] })
  }
  return (
    <Panel title={t('account.twoFactor')}>
      <ErrorSummary error={error} />
      {twoFactor === undefined && !error && <DelayedSkeleton />}
      {twoFactor?.enabled_at === null && (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {t('account.twoFactor.offHint')}
          </Text>
          <Button variant="default" onClick={() => setEnrolling(true)}>
            {t('account.twoFactor.setUp')}
          </Button>
        </>
      )}
      {twoFactor?.enabled_at != null && (
        <InUse
          enabledAt={twoFactor.enabled_at}
          codesLeft={twoFactor.recovery_codes_left}
          onChanged={readAnew}
          onCodes={setCodes}
        />
      )}
      <EnrolDialog
        opened={enrolling}
        user={user}
        onClose={() => setEnrolling(false)}
        onEnrolled={async (made) => {
          setEnrolling(false)
          setCodes(made)
          await readAnew()
        }}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Panel>
  )
}

/** What is done to it: other recovery codes, or an end of it. */
type Act = 'codes' | 'off'

function InUse({
  enabledAt,
  codesLeft,
  onChanged,
  onCodes,
}: {
  enabledAt: string
  codesLeft: number
  onChanged: () => Promise<void>
  onCodes: (codes: string[]) => void
}) {
  const [asked, setAsked] = useState<Act>()
  return (
    <>
      <Text fw={600}>
        {t('account.twoFactor.on', {
          at: formatInstant(enabledAt, Intl.DateTimeFormat().resolvedOptions().timeZone),
        })}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('account.twoFactor.codesLeft', { count: codesLeft })}
        {codesLeft <= FEW_CODES && ` ${t('account.twoFactor.fewLeft')}`}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setAsked('codes')}>
          {t('account.twoFactor.newCodes')}
        </Button>
        <Button variant="default" onClick={() => setAsked('off')}>
          {t('account.twoFactor.turnOff')}
        </Button>
      </Group>
      <ActDialog asked={asked} onClose={() => setAsked(undefined)} onChanged={onChanged} onCodes={onCodes} />
    </>
  )
}

function ActDialog({
  asked,
  onClose,
  onChanged,
  onCodes,
}: {
  asked: Act | undefined
  onClose: () => void
  onChanged: () => Promise<void>
  onCodes: (codes: string[]) => void
}) {
  const [code, setCode] = useState('')
  const off = asked === 'off'
  const close = () => {
    onClose()
    setCode('')
  }
  const confirm = async (password: string) => {
    const reentered = { password, code }
    if (off) {
      await ofMyAccount<TwoFactor>('POST', '/two-factor/disable', reentered)
      tell(t('account.twoFactor.turnedOff'))
    } else {
      const made = await ofMyAccount<RecoveryCodes>('POST', '/two-factor/recovery-codes', reentered)
      onCodes(made.recovery_codes)
    }
    await onChanged()
  }
  return (
    <FinalActDialog
      opened={asked !== undefined}
      onClose={close}
      title={off ? t('account.twoFactor.turnOffTitle') : t('account.twoFactor.newCodes')}
      object={t('account.twoFactor')}
      consequence={off ? t('account.twoFactor.turnOffHint') : t('account.twoFactor.newCodesHint')}
      verb={off ? t('account.twoFactor.turnOff') : t('account.twoFactor.makeCodes')}
      destructive={off}
      withPassword
      ready={code.trim() !== ''}
      onConfirm={({ password }) => confirm(password)}
    >
      {(errors) => (
        <TextInput
          label={t('account.twoFactor.code')}
          description={t('account.twoFactor.codeHint')}
          required
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={32}
          value={code}
          error={errors['code'] !== undefined && t('signIn.code.wrong')}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
    </FinalActDialog>
  )
}
