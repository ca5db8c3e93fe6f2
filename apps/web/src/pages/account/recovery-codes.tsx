import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { LeaveGuard } from '../../components/form/leave-guard.tsx'
import { saveFile } from '../../components/save-file.ts'
import { tell } from '../../components/told.tsx'
import { t } from '../../messages.ts'
import styles from './two-factor.module.css'

/** Recovery codes, shown this once; undefined shows nothing. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: string[] | undefined
  onClose: () => void
}) {
  return (
    <>
      <Modal
        opened={codes !== undefined}
        onClose={onClose}
        title={t('account.twoFactor.recoveryCodes')}
        // They cannot be shown again, so only the button that says so closes.
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <Stack gap="sm">
          <Text>{t('account.twoFactor.keepCodes')}</Text>
          <ul className={styles.codes} aria-label={t('account.twoFactor.recoveryCodes')}>
            {codes?.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <Group gap="xs">
            {/* Browsers lend the clipboard only to pages behind TLS or on this machine. */}
            {globalThis.isSecureContext && (
              <Button variant="default" onClick={() => void copy(codes ?? [])}>
                {t('account.twoFactor.copy')}
              </Button>
            )}
            <Button variant="default" onClick={() => saveFile(...fileOf(codes ?? []))}>
              {t('account.twoFactor.download')}
            </Button>
            <Button ml="auto" onClick={onClose}>
              {t('account.twoFactor.kept')}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <LeaveGuard when={() => codes !== undefined} hint={t('secret.leaveHint')} leave={t('secret.leave')} />
    </>
  )
}

async function copy(codes: readonly string[]): Promise<void> {
  await navigator.clipboard.writeText(codes.join('\n'))
  tell(t('account.twoFactor.copied'))
}

function fileOf(codes: readonly string[]): [name: string, text: string, type: string] {
  return [t('account.twoFactor.fileName'), `${codes.join('\n')}\n`, 'text/plain;charset=utf-8']
}
