import { Tooltip } from '@mantine/core'
import { t } from '../../../base/messages.ts'
import styles from '../calibrate.module.css'
import type { Asked } from './asked-fields.ts'

/** Widest a list of standards becomes, in pixels. */
const TOOLTIP_WIDTH = 320

/** The name of a field, and beside it one mark of how strongly it is asked for; pointing at it says by whom. */
export function AskedLabel({ text, asked }: { text: string; asked: Asked | undefined }) {
  if (asked === undefined || asked.level === 'optional') return text
  const reason = askedBy(asked)
  return (
    <>
      {text}{' '}
      <Tooltip label={reason} disabled={reason === ''} multiline maw={TOOLTIP_WIDTH} events={onMark}>
        <span className={styles.mark} data-level={asked.level}>
          {t(`asked.${asked.level}`)}
        </span>
      </Tooltip>
    </>
  )
}

/** The mark takes no focus: screen readers hear the same as the description of the input. */
const onMark = { hover: true, focus: false, touch: true }

/** Who asks for a field; empty where no standard does. */
export function askedBy(asked: Asked | undefined): string {
  if (asked === undefined || asked.requiredBy.length === 0) return ''
  return t('asked.requiredBy', { standards: standardNames(asked.requiredBy) })
}

/** Why nobody needs to enter a field; empty where there is nothing to say. */
export function askedNote(asked: Asked | undefined): string {
  return asked?.note ?? ''
}

/** Who requires the fields that are marked, in one line for the whole form. */
export function AskedLegend({ fields }: { fields: ReadonlyMap<string, Asked> }) {
  const standards = new Set([...fields.values()].flatMap(({ requiredBy }) => requiredBy))
  if (standards.size === 0) return null
  return <p className={styles.hint}>{t('asked.legend', { standards: standardNames([...standards]) })}</p>
}

/** Names of standards without the remark that some of them only add to another. */
function standardNames(labels: readonly string[]): string {
  return labels.map((label) => label.replace(/ \(overlay\)$/, '')).join(', ')
}
