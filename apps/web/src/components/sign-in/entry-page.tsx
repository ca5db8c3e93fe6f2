import { Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { searchRequest } from '../../state/keyboard/keyboard.ts'
import styles from './entry-page.module.css'

/** A page before the application proper: one card in the middle, for people who are not signed in yet. */
export function EntryPage({
  title,
  wide = false,
  children,
}: {
  title: string
  /** For forms of more than a few fields. */
  wide?: boolean
  children: ReactNode
}) {
  // Text typed for the global search, which is not available here, belongs to the fields of this page.
  useEffect(() => searchRequest.close(), [])
  useEffect(() => {
    document.title = `${title} · Plumbline`
  }, [title])
  return (
    <main className={styles.page}>
      <div className={styles.card} data-wide={wide || undefined}>
        <div className={styles.brand}>
          <svg width="36" height="36" viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" fill="#364ab4" />
            <path d="M16 4v13" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
            <path d="M11.5 17h9L16 28z" fill="#fff" />
          </svg>
          Plumbline
        </div>
        <Title order={1}>{title}</Title>
        {children}
      </div>
    </main>
  )
}
