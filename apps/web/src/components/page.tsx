import { Group, Text, Title } from '@mantine/core'
import { useEffect, type ReactNode } from 'react'
import { t } from '../base/messages.ts'
import styles from './page.module.css'

/** The head and body of every page. */
export interface PageProps {
  title: string
  /** Shown next to the title: status, identity. */
  aside?: ReactNode
  /** Below the title, in small. */
  subtitle?: ReactNode
  /** The way up: a link to where this page belongs. */
  back?: ReactNode
  /** The primary action comes last, on the right, after all others. */
  actions?: ReactNode
  /** What narrows the table of the page: between title and actions at a desk, where those show icons alone; else below. */
  narrowing?: ReactNode
  /** Tables take the full width, forms and records at most 1400 px. */
  wide?: boolean
  /** The page is as high as the window, and its table scrolls within it. */
  fill?: boolean
  children: ReactNode
}

/** A page: its title is the document's title and gets the focus when one arrives. */
export function Page({
  title,
  aside,
  subtitle,
  back,
  actions,
  narrowing,
  wide = false,
  fill = false,
  children,
}: PageProps) {
  useEffect(() => {
    document.title = `${title} · Plumbline`
  }, [title])
  return (
    <div className={styles.page} data-wide={wide || undefined} data-fill={fill || undefined}>
      {back && (
        <nav className={styles.back} aria-label={t('page.up')}>
          {back}
        </nav>
      )}
      <header className={styles.head} data-narrowing={narrowing !== undefined || undefined}>
        <div className={styles.heading}>
          <Group gap="sm" align="center">
            <Title order={1} tabIndex={-1} id="page-title">
              {title}
            </Title>
            {aside}
          </Group>
          {subtitle && (
            <Text c="dimmed" size="sm" component="div">
              {subtitle}
            </Text>
          )}
        </div>
        {narrowing && <div className={`${styles.narrowing} screen-only`}>{narrowing}</div>}
        {actions && (
          <Group gap="xs" className={`${styles.actions} screen-only`}>
            {actions}
          </Group>
        )}
      </header>
      {children}
    </div>
  )
}
