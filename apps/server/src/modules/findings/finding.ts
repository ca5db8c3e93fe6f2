import type { CalibrationResult, FindingEnding, FindingPoint, Judgement } from '@plumbline/contract'

/** What a record found that opens a finding. */
export interface OutOfTolerance {
  readonly points: readonly FindingPoint[]
  /** The greatest percent of tolerance of the points; null where none could be computed. */
  readonly sizePercent: string | null
}

/** A finding as read, with what names its instrument, its record and its owner. */
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

/** The time in which an instrument may have been out of tolerance; null: since ever. */
export interface FindingWindow {
  readonly from: string | null
  readonly to: string
}

/** What was judged of one calibration. */
export interface JudgementRow {
  readonly calibrationId: string
  readonly level: number
  readonly viaId: string
  readonly judgement: Judgement
  readonly reason: string | null
  readonly judgedAt: string
  readonly judgedBy: string
}

/** A calibration that a finding touches, on a level, with what was judged of it. */
export interface TouchedRow {
  readonly calibrationId: string
  readonly instrumentId: string
  readonly level: number
  readonly viaId: string
  readonly judgement: JudgementRow | null
}
