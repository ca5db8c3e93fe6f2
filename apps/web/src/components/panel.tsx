import { Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import styles from './panel.module.css'

/** A term with its value, in the list of facts of a panel. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A titled part of the page. */
export function Panel({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </section>
  )
}
