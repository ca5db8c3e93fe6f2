import type { CalibrationResult, FindingEnding, FindingPoint, Judgement } from '@plumbline/contract'

/** The part of a record that opens a finding. */
export interface OutOfTolerance {
  readonly points: readonly FindingPoint[]
  /** Largest percentage of tolerance among the points; null if none could be computed. */
  readonly sizePercent: string | null
}

/** A finding as read, with the names of its instrument, record and owner. */
export interface FindingRow extends OutOfTolerance {
  readonly findingId: string
  readonly instrumentId: string
  readonly assetTag: string | null
  readonly instrumentName: string | null
  readonly siteId: string
  readonly calibrationId: string
  readonly result: CalibrationResult
  readonly performedAt: string
  readonly openedAt: string
  readonly openedBy: string
  readonly ownerPersonId: string | null
  readonly ownerName: string | null
  readonly dueDate: string | null
  readonly closedAt: string | null
  readonly closedBy: string | null
  readonly closedBecause: FindingEnding | null
  readonly conclusion: string | null
  readonly signatureMeaning: string | null
  readonly windowFrom: string | null
  readonly windowTo: string | null
}

/** The period in which an instrument may have been out of tolerance; a null start means unlimited. */
export interface FindingWindow {
  readonly from: string | null
  readonly to: string
}

/** The judgement of one calibration. */
export interface JudgementRow {
  readonly calibrationId: string
  readonly level: number
  readonly viaId: string
  readonly judgement: Judgement
  readonly reason: string | null
  readonly judgedAt: string
  readonly judgedBy: string
}

/** A calibration that a finding affects, with its level and judgement. */
export interface TouchedRow {
  readonly calibrationId: string
  readonly instrumentId: string
  readonly level: number
  readonly viaId: string
  readonly judgement: JudgementRow | null
}
