import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../base/messages.ts'
import { Icon } from '../../components/icons.tsx'

/** Copies a text; browsers lend the clipboard only to pages behind TLS or on this machine. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  if (!isSecureContext) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon name={copied ? 'check' : 'documents'} size={16} />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? t('secret.copied') : label}</span>
    </Button>
  )
}
