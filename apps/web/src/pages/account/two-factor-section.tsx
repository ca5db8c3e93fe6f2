import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SECOND_FACTOR_CODE_LENGTH_MAX } from '@plumbline/contract'
import { ownAccountApi } from '../../api/index.ts'
import { formatInstant } from '../../base/formats.ts'
import { currentLocale, t } from '../../base/messages.ts'
import { DelayedSkeleton } from '../../components/delayed-skeleton.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { FinalActionDialog } from '../../components/final-action-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast.tsx'
import { myTwoFactorQuery } from '../../queries/account.ts'
import { sessionQuery, type Session } from '../../state/session.ts'
import { EnrolDialog } from './enrol-dialog.tsx'
import { RecoveryCodesDialog } from './recovery-codes.tsx'

/** Recovery codes left below which the page suggests new ones. */
const FEW_CODES = 3

/** Two-factor authentication: set-up, recovery codes, and turning it off. */
export function TwoFactorSection({ session: { user, memberships } }: { session: Session }) {
  const queries = useQueryClient()
  const { data: twoFactor, error } = useQuery(myTwoFactorQuery)
  const [enrolling, setEnrolling] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const readAnew = async () => {
    await queries.invalidateQueries(myTwoFactorQuery)
    await queries.invalidateQueries({ queryKey: ['my-sessions'] })
    await queries.invalidateQueries(sessionQuery)
  }
  return (
    <Panel title={t('account.twoFactor')}>
      <ErrorSummary error={error} />
      {twoFactor === undefined && !error && <DelayedSkeleton />}
      {twoFactor?.enabled_at === null && <RequiredBy memberships={memberships} />}
      {twoFactor?.enabled_at === null && <NotInUse onSetUp={() => setEnrolling(true)} />}
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

/** The workspaces that open only once a second factor is set up. */
function RequiredBy({ memberships }: Pick<Session, 'memberships'>) {
  const names = memberships.filter(({ needs_second_factor: needs }) => needs).map(({ name }) => name)
  if (names.length === 0) return null
  const list = new Intl.ListFormat(currentLocale()).format(names)
  return (
    <Notice tone="warning" title={t('account.twoFactor.required', { names: list })}>
      {t('account.twoFactor.requiredHint')}
    </Notice>
  )
}

function NotInUse({ onSetUp }: { onSetUp: () => void }) {
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('account.twoFactor.offHint')}
      </Text>
      <Button variant="default" onClick={onSetUp}>
        {t('account.twoFactor.setUp')}
      </Button>
    </>
  )
}

/** The action: new recovery codes, or turning it off. */
type Action = 'codes' | 'off'

interface ActProps {
  onChanged: () => Promise<void>
  onCodes: (codes: string[]) => void
}

function InUse({ enabledAt, codesLeft, ...action }: ActProps & { enabledAt: string; codesLeft: number }) {
  const [asked, setAsked] = useState<Action>()
  return (
    <>
      <Text fw={600}>
        {t('account.twoFactor.on', {
          at: formatInstant(enabledAt, new Intl.DateTimeFormat().resolvedOptions().timeZone),
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
      <ActDialog asked={asked} onClose={() => setAsked(undefined)} {...action} />
    </>
  )
}

function ActDialog({
  asked,
  onClose,
  onChanged,
  onCodes,
}: ActProps & { asked: Action | undefined; onClose: () => void }) {
  const [code, setCode] = useState('')
  const off = asked === 'off'
  const close = () => {
    onClose()
    setCode('')
  }
  const confirm = async (password: string) => {
    if (off) await turnOff({ password, code })
    else onCodes(await newRecoveryCodes({ password, code }))
    await onChanged()
  }
  return (
    <FinalActionDialog
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
      {(errors) => <CodeField code={code} isWrong={errors['code'] !== undefined} onCode={setCode} />}
    </FinalActionDialog>
  )
}

/** What both acts ask for again. */
interface Reentered {
  password: string
  code: string
}

async function turnOff(reentered: Reentered): Promise<void> {
  await ownAccountApi.disableTwoFactor({ body: reentered })
  showToast(t('account.twoFactor.turnedOff'))
}

async function newRecoveryCodes(reentered: Reentered): Promise<string[]> {
  const made = await ownAccountApi.renewRecoveryCodes({ body: reentered })
  return made.recovery_codes
}

function CodeField({
  code,
  isWrong,
  onCode,
}: {
  code: string
  isWrong: boolean
  onCode: (code: string) => void
}) {
  return (
    <TextInput
      label={t('account.twoFactor.code')}
      description={t('account.twoFactor.codeHint')}
      required
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={SECOND_FACTOR_CODE_LENGTH_MAX}
      value={code}
      error={isWrong}
      onChange={(event) => onCode(event.currentTarget.value)}
    />
  )
}
