import { Anchor } from '@mantine/core'
import { t } from '../../base/messages.ts'
import styles from './webhook-page.module.css'

/** Instructions for authors of receivers on using the secret, in three steps. */
export function ReceiverGuide() {
  return (
    <div className={styles.guide}>
      <p className={styles.line}>{t('webhook.verify')}</p>
      <ol>
        <li>
          {t('webhook.verifySplit')} <code>Svc-Signature: t=…,v1=…</code>
        </li>
        <li>
          {t('webhook.verifyCompute')} <code>HMAC-SHA256(secret, t + "." + body)</code>
        </li>
        <li>{t('webhook.verifyCompare')}</li>
      </ol>
      <p className={styles.line}>
        {t('webhook.verifyMore')}{' '}
        <Anchor td="underline" href="/docs/receive-webhooks" target="_blank" fz="inherit">
          /docs/receive-webhooks
        </Anchor>
        {' · '}
        <Anchor td="underline" href="/docs/reference" target="_blank" fz="inherit">
          {t('webhook.apiReference')}
        </Anchor>
      </p>
    </div>
  )
}
