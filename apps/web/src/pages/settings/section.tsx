import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './settings-form.module.css'

/** A titled group of fields, in two columns if there is space. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        {children}
      </SimpleGrid>
    </fieldset>
  )
}

/** A field or text that takes the whole width of its section. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>
}
