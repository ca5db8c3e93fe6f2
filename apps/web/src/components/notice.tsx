import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import styles from './notice.module.css'

const shapes = { neutral: 'history', good: 'check', warning: 'warning', bad: 'warning' } as const

/** A notice about the content below: an icon, a bold sentence, and an explanation. */
export function Notice({
  tone = 'neutral',
  title,
  live = false,
  children,
}: {
  tone?: 'neutral' | 'good' | 'warning' | 'bad'
  title: string
  /** Whether it has just come up and readers should hear of it. */
  live?: boolean
  children?: ReactNode
}) {
  return (
    <div className={styles.notice} data-tone={tone} role={live ? 'alert' : 'note'}>
      <Icon name={shapes[tone]} size={18} />
      <div className={styles.body}>
        <p className={styles.title}>{title}</p>
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
