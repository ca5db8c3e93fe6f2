import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './record-print.module.css'

/** A part of the printed record that is a table, named by its title. */
export function PrintTable({
  title,
  heads,
  className,
  children,
}: {
  title: string
  heads: readonly string[]
  /** Widths of its columns. */
  className: string | undefined
  /** Its rows. */
  children: ReactNode
}) {
  return (
    <section>
      <Title order={3} className={styles.partTitle}>
        {title}
      </Title>
      <table className={className}>
        <caption className="visually-hidden">{title}</caption>
        <colgroup>
          {heads.map((head) => (
            <col key={head} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
