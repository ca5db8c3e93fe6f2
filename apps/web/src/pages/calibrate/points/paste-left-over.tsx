import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../base/messages.ts'
import { Notice } from '../../../components/notice.tsx'
import styles from './points.module.css'
import type { LeftOver } from './use-point-acts.ts'

/** What of a pasted block went into no point, line by line with its text, so that nothing of it is lost. */
export function PasteLeftOver({ leftOver, onDismiss }: { leftOver: LeftOver; onDismiss: () => void }) {
  const { refused, columnsLeftOut } = leftOver
  if (refused.length === 0 && columnsLeftOut.length === 0) return null
  const columns = t('calibrate.paste.columns', { names: columnsLeftOut.join(', ') })
  const title = refused.length > 0 ? t('calibrate.paste.title', { count: refused.length }) : columns
  return (
    <Notice tone="warning" title={title} live>
      {refused.length > 0 && (
        <ul className={styles.leftOver}>
          {refused.map(({ line, cells, why }) => (
            <li key={line}>
              {t(`calibrate.paste.${why}`, { line })}{' '}
              <code>{cells.filter((cell) => cell !== '').join(' · ')}</code>
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && columnsLeftOut.length > 0 && <p>{columns}</p>}
      <Group gap="xs">
        {refused.length > 0 && <CopyLines key={textOf(leftOver)} text={textOf(leftOver)} />}
        <Button variant="subtle" size="compact-sm" onClick={onDismiss}>
          {t('calibrate.paste.dismiss')}
        </Button>
      </Group>
    </Notice>
  )
}

function textOf({ refused }: LeftOver): string {
  return refused.map(({ cells }) => cells.join('\t')).join('\n')
}

/** Browsers lend the clipboard only to pages behind TLS or on this machine; elsewhere the lines are marked and copied by hand. */
function CopyLines({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  if (!isSecureContext) return null
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Button variant="default" size="compact-sm" onClick={() => void copy()}>
      <span aria-live="polite">{t(copied ? 'secret.copied' : 'calibrate.paste.copy')}</span>
    </Button>
  )
}
