import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { calibrationTypes } from '@plumbline/contract'
import { t } from '../../base/messages.ts'
import styles from './calibrate.module.css'
import type { RecordValues } from './record-values.ts'
import { factsIn, isOfProvider, type WorkFacts } from './work-facts.ts'

/** Who did the work. A change puts the facts of the other type aside, and back when it is chosen again. */
export function TypeChoice({
  values,
  factsOf,
  set,
}: {
  values: RecordValues
  factsOf: (type: string) => WorkFacts
  set: (change: Partial<RecordValues>) => void
}) {
  const [aside, setAside] = useState<Readonly<Record<string, WorkFacts>>>({})
  const choose = (type: string) => {
    const [from, to] = [values.calibration_type, type].map((one) => String(isOfProvider(one)))
    if (from === undefined || to === undefined || from === to) return set({ calibration_type: type })
    setAside({ ...aside, [from]: factsIn(values) })
    set({ calibration_type: type, ...(aside[to] ?? factsOf(type)) })
  }
  return (
    <SegmentedControl
      aria-label={t('calibrationField.calibration_type')}
      value={values.calibration_type}
      onChange={choose}
      className={styles.type}
      data={calibrationTypes.map((type) => ({ value: type, label: t(`calibrationType.${type}`) }))}
    />
  )
}
