import type { InstrumentSummary } from '@plumbline/contract'
import type { CSSProperties, ReactNode } from 'react'
import { dateInZone } from '../../base/formats.ts'
import { t } from '../../base/messages.ts'
import styles from './status-badge.module.css'
import {
  appearanceOf,
  quarantined,
  recordAppearances,
  referenceOnly,
  resultAppearances,
  retired,
  type StatusAppearance,
  type StatusSymbol,
} from './status-appearance.ts'

const shapes: Readonly<Record<StatusSymbol, ReactNode>> = {
  dot: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  triangle: <path d="M6 1 11.3 10.5H.7Z" fill="currentColor" />,
  square: <rect x="1.5" y="1.5" width="9" height="9" fill="currentColor" />,
  ring: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.8" />,
  arrow: <path d="M1 1.5 11.5 6 1 10.5 3.5 6Z" fill="currentColor" />,
  hatched: (
    <g stroke="currentColor" strokeWidth="1.3" fill="none">
      <rect x="1.2" y="1.2" width="9.6" height="9.6" />
      <path d="M1.5 6.5 6.5 1.5M1.5 10.5l9-9M5.5 10.5l5-5" />
    </g>
  ),
  struck: (
    <g stroke="currentColor" strokeWidth="1.5" fill="none">
      <circle cx="6" cy="6" r="4.2" />
      <path d="M3 9 9 3" />
    </g>
  ),
  diamond: <path d="M6 1 11 6 6 11 1 6Z" fill="none" stroke="currentColor" strokeWidth="1.6" />,
}

/** The shape of a state, in the colour of the surrounding text. */
export function StatusShape({ symbol, size = 12 }: { symbol: StatusSymbol; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      {shapes[symbol]}
    </svg>
  )
}

/**
 * A badge with shape, word and colour.
 * @param isShape whether there is no room for the word, which is then shown on hover
 */
export function AppearanceBadge({
  appearance,
  isShape = false,
}: {
  appearance: StatusAppearance
  isShape?: boolean
}) {
  const style: CSSProperties = {
    color: `var(--status-${appearance.family})`,
    background: `var(--status-${appearance.family}-fill)`,
  }
  return (
    <span className={styles.badge} style={style} {...(isShape && { title: t(appearance.word) })}>
      <StatusShape symbol={appearance.symbol} />
      <span
        className={isShape ? 'visually-hidden' : appearance.symbol === 'struck' ? styles.struck : undefined}
      >
        {t(appearance.word)}
      </span>
    </span>
  )
}

/** A badge for a compliance token; an unknown token is shown as text. */
export function ComplianceBadge({ token, failed = false }: { token: string; failed?: boolean }) {
  const appearance = appearanceOf(token, failed)
  return appearance ? <AppearanceBadge appearance={appearance} /> : <span>{token}</span>
}

type StatusFields = Pick<
  InstrumentSummary,
  | 'compliance_status'
  | 'status'
  | 'is_quarantined'
  | 'next_due_at'
  | 'last_calibration_at'
  | 'due_extension'
  | 'retired_at'
>

/**
 * The badges of an instrument: compliance, or why it has none, and quarantine.
 * @param isTight whether quarantine is shown by its shape
 */
export function StatusBadge({
  instrument,
  zone,
  isTight = false,
}: {
  instrument: StatusFields
  zone: string
  isTight?: boolean
}) {
  const { compliance_status: token, status, is_quarantined, retired_at } = instrument
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 6, verticalAlign: 'middle' }}>
      {retired_at !== null && <AppearanceBadge appearance={retired} />}
      {retired_at === null && status === 'REFERENCE_ONLY' && <AppearanceBadge appearance={referenceOnly} />}
      {token !== null && <ComplianceBadge token={token} failed={hasFailed(instrument, zone)} />}
      {is_quarantined && <AppearanceBadge appearance={quarantined} isShape={isTight} />}
    </span>
  )
}

/** A badge for the result of a calibration. */
export function ResultBadge({ result }: { result: string | null }) {
  if (result === null) return <span>–</span>
  const appearance = resultAppearances[result]
  return appearance ? <AppearanceBadge appearance={appearance} /> : <span>{result}</span>
}

/** The status of a calibration record; superseded and voided take precedence over its approval. */
export function RecordBadge({
  record,
}: {
  record: { approval_status: string | null; status: string | null }
}) {
  const status =
    record.status !== null && record.status !== 'current' ? record.status : record.approval_status
  if (status === null) return <span>–</span>
  const appearance = recordAppearances[status]
  return appearance ? <AppearanceBadge appearance={appearance} /> : <span>{status}</span>
}

/** Returns whether the last calibration failed: only then is an instrument due on the day of its last calibration. */
export function hasFailed(instrument: StatusFields, zone: string): boolean {
  const { next_due_at, last_calibration_at } = instrument
  if (instrument.compliance_status !== 'NON_COMPLIANT' || !next_due_at || !last_calibration_at) return false
  return dateInZone(next_due_at, zone) === dateInZone(last_calibration_at, zone)
}
