import { t } from '../../messages.ts'
import type { Asked } from './asked-fields.ts'
import styles from './calibrate.module.css'

/** The name of a field, and beside it how strongly it is asked for. */
export function AskedLabel({ text, asked }: { text: string; asked: Asked | undefined }) {
  if (asked === undefined || asked.level === 'optional') return text
  return (
    <>
      {text}
      <span className={styles.mark} data-level={asked.level}>
        {' '}
        {t(`asked.${asked.level}`)}
      </span>
    </>
  )
}

/** Who asks for a field, or why nobody needs to enter it; empty where there is nothing to say. */
export function askedHint(asked: Asked | undefined): string {
  if (asked === undefined) return ''
  if (asked.requiredBy.length > 0) return t('asked.requiredBy', { standards: asked.requiredBy.join(', ') })
  return asked.note ?? ''
}
