import { Tooltip } from '@mantine/core'
import { t } from '../../../base/messages.ts'
import styles from '../calibrate.module.css'
import type { FieldRequest } from './visible-fields.ts'

/** Maximum width of a list of standards, in pixels. */
const TOOLTIP_WIDTH = 320

/** The label of a field with a mark if it is required or recommended; a tooltip on the mark states by whom. */
export function RequestedLabel({ text, asked }: { text: string; asked: FieldRequest | undefined }) {
  if (asked === undefined || asked.level === 'optional') return text
  const reason = requestedBy(asked)
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
export function requestedBy(asked: FieldRequest | undefined): string {
  if (asked === undefined || asked.requiredBy.length === 0) return ''
  return t('asked.requiredBy', { standards: standardNames(asked.requiredBy) })
}

/** Returns why a field need not be entered; empty if there is no reason. */
export function requestNote(asked: FieldRequest | undefined): string {
  return asked?.note ?? ''
}

/** States once for the whole form who requires the marked fields. */
export function RequestedLegend({ fields }: { fields: ReadonlyMap<string, FieldRequest> }) {
  const standards = new Set([...fields.values()].flatMap(({ requiredBy }) => requiredBy))
  if (standards.size === 0) return null
  return <p className={styles.hint}>{t('asked.legend', { standards: standardNames([...standards]) })}</p>
}

/** Returns names of standards, without the remark that some only supplement another. */
function standardNames(labels: readonly string[]): string {
  return labels.map((label) => label.replace(/ \(overlay\)$/, '')).join(', ')
}
