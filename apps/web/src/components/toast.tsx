import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { t } from '../base/messages.ts'
import { sentenceOf } from './error-summary.tsx'
import { Icon } from './icons.tsx'

/** Briefly shows a message, which may contain a link. */
export function showToast(message: ReactNode): void {
  notifications.show({
    message,
    icon: <Icon name="check" size={18} />,
    color: 'teal.9',
    closeButtonProps: { 'aria-label': t('action.close') },
  })
}

/** Shows a failure until it is closed. */
export function showFailure(error: unknown): void {
  notifications.show({
    message: sentenceOf(error),
    icon: <Icon name="warning" size={18} />,
    color: 'red.9',
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': t('action.close') },
  })
}
