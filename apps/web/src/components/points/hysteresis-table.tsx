import { Title } from '@mantine/core'
import { memo } from 'react'
import type { Measurement } from '@plumbline/contract'
import { hysteresisOf, type HysteresisPair } from '@plumbline/contract/measurement'
import { t } from '../../base/messages.ts'
import { signed } from '../calibration-record/verdict.ts'
import { withUnit } from './with-unit.ts'
import { cutTo } from './point-figures.ts'
import { groupName } from './point-rows.ts'
import styles from './points.module.css'

/** Maximum number of significant digits of a difference of means. */
const DIGITS_MAX = 12

/** The hysteresis of points measured in both directions, for information only; nothing without such points. */
export const HysteresisTable = memo(function HysteresisTable({
  measurements,
}: {
  measurements: readonly Measurement[]
}) {
  const pairs = hysteresisOf(measurements)
  if (pairs.length === 0) return null
  const withLeft = pairs.some(({ asLeft }) => asLeft !== null)
  return (
    <section className={styles.hysteresis} aria-label={t('point.hysteresis')}>
      <Title order={3} size="h4">
        {t('point.hysteresis')}
      </Title>
      <p className={styles.aside}>{t('point.hysteresisHint')}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('drift.nominal')}</th>
            <th scope="col">{t('calibrationField.as_found_reading')}</th>
            {withLeft && <th scope="col">{t('calibrationField.as_left_reading')}</th>}
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <PairRow key={pair.up} pair={pair} point={measurements[pair.up]!} withLeft={withLeft} />
          ))}
        </tbody>
      </table>
    </section>
  )
})

function PairRow({
  pair: { asFound, asLeft },
  point,
  withLeft,
}: {
  pair: HysteresisPair
  point: Measurement
  withLeft: boolean
}) {
  const unit = point.nominal?.unit ?? ''
  const name = groupName({ ...point, channel: null })
  const shown = (text: string | null) =>
    text === null ? '–' : withUnit(signed(cutTo(text, DIGITS_MAX, 0)), unit)
  return (
    <tr>
      <th scope="row">
        {withUnit(point.nominal?.value ?? '', unit)}
        {name !== '' && <div className={styles.aside}>{name}</div>}
      </th>
      <td>{shown(asFound)}</td>
      {withLeft && <td>{shown(asLeft)}</td>}
    </tr>
  )
}
