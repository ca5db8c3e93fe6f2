import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { t } from '../messages.ts'
import { sentenceOf } from './error-summary.tsx'
import { Icon } from './icons.tsx'

/** Says what has happened, in a corner, for a moment; a link leads to what it happened to. */
export function tell(message: ReactNode): void {
  notifications.show({
    message,
    icon: <Icon name="check" size={18} />,
    color: 'teal.9',
    closeButtonProps: { 'aria-label': t('action.close') },
  })
}

/** Says what did not work; it stays until it is closed. */
export function tellFailure(error: unknown): void {
  notifications.show({
    message: sentenceOf(error),
    icon: <Icon name="warning" size={18} />,
    color: 'red.9',
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': t('action.close') },
  })
}
