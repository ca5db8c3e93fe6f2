import { t } from '../../base/messages.ts'
import { OneTimeSecret } from '../../components/form/one-time-secret.tsx'
import { ReceiverGuide } from './receiver-guide.tsx'

/** Shows the secret of an endpoint once, with instructions for receivers; closed if undefined. */
export function WebhookSecret({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  return (
    <OneTimeSecret
      title={t('webhook.secretTitle')}
      hint={t('webhook.secretHint')}
      label={t('webhook.secret')}
      secret={secret}
      onClose={onClose}
    >
      <ReceiverGuide />
    </OneTimeSecret>
  )
}
