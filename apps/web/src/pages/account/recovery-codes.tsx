import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { t } from '../../base/messages.ts'
import { saveFile } from '../../components/download/save-file.ts'
import { LeaveGuard } from '../../components/form/leave-guard.tsx'
import { showToast } from '../../components/toast.tsx'
import styles from './two-factor.module.css'

/** Shows recovery codes, which cannot be shown again; closed if undefined. */
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
          <WaysToKeep codes={codes ?? []} onKept={onClose} />
        </Stack>
      </Modal>
      <LeaveGuard when={() => codes !== undefined} hint={t('secret.leaveHint')} leave={t('secret.leave')} />
    </>
  )
}

function WaysToKeep({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Group gap="xs">
      {/* Browsers lend the clipboard only to pages behind TLS or on this machine. */}
      {globalThis.isSecureContext && (
        <Button variant="default" onClick={() => void copy(codes)}>
          {t('account.twoFactor.copy')}
        </Button>
      )}
      <Button variant="default" onClick={() => saveFile(...fileOf(codes))}>
        {t('account.twoFactor.download')}
      </Button>
      <Button ml="auto" onClick={onKept}>
        {t('account.twoFactor.kept')}
      </Button>
    </Group>
  )
}

async function copy(codes: readonly string[]): Promise<void> {
  await navigator.clipboard.writeText(codes.join('\n'))
  showToast(t('account.twoFactor.copied'))
}

function fileOf(codes: readonly string[]): [name: string, text: string, type: string] {
  return [t('account.twoFactor.fileName'), `${codes.join('\n')}\n`, 'text/plain;charset=utf-8']
}
