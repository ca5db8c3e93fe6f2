import { Tooltip } from '@mantine/core'
import { t } from '../../../base/messages.ts'
import styles from '../calibrate.module.css'
import type { Asked } from './asked-fields.ts'

/** Maximum width of a list of standards, in pixels. */
const TOOLTIP_WIDTH = 320

/** The label of a field with a mark if it is required or recommended; a tooltip on the mark states by whom. */
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

/** The mark is not focusable: for screen readers, the description of the input says the same. */
const onMark = { hover: true, focus: false, touch: true }

/** Returns who requires a field; empty if no standard does. */
export function askedBy(asked: Asked | undefined): string {
  if (asked === undefined || asked.requiredBy.length === 0) return ''
  return t('asked.requiredBy', { standards: standardNames(asked.requiredBy) })
}

/** Returns why a field need not be entered; empty if there is no reason. */
export function askedNote(asked: Asked | undefined): string {
  return asked?.note ?? ''
}

/** States once for the whole form who requires the marked fields. */
export function AskedLegend({ fields }: { fields: ReadonlyMap<string, Asked> }) {
  const standards = new Set([...fields.values()].flatMap(({ requiredBy }) => requiredBy))
  if (standards.size === 0) return null
  return <p className={styles.hint}>{t('asked.legend', { standards: standardNames([...standards]) })}</p>
}

/** Returns names of standards, without the remark that some only supplement another. */
function standardNames(labels: readonly string[]): string {
  return labels.map((label) => label.replace(/ \(overlay\)$/, '')).join(', ')
}
