import type {
  CalibrationResult,
  Measurement as MeasuredPoint,
  ScopeLine,
  StandardCondition,
} from '@plumbline/contract'
import type { StandardUncertainty } from '@plumbline/contract/procedure'

/** Paper sizes: ISO A4 (210 × 297 mm) and US Letter (8.5 × 11 in). */
export type CertificatePaper = 'a4' | 'letter'

/** The outcome of a calibration in the words of the public API. */
export type CertificateResult = CalibrationResult

/** A calendar date, `YYYY-MM-DD`, already decided in `CertificateData.timeZone`. */
export type CalendarDate = string

/** An instant in UTC, `2026-11-21T04:56:39.123Z`. */
export type Instant = string

/** PNG or JPEG bytes that `checkLogo` found no fault with. */
export type LaboratoryLogo = { bytes: Uint8Array; type: 'png' | 'jpeg' }

/** Who issues the certificate (ISO/IEC 17025:2017, 7.8.2.1 b). */
export type Laboratory = {
  name: string
  /** Several lines are allowed. */
  address?: string
  /** Accreditation body, scheme and number in one text. */
  accreditation?: string
  logo?: LaboratoryLogo
}

/** A pass that a person decided against what the decision rule says. */
export type OverruledDecision = {
  /** Who decided. */
  by: string
  /** Points that do not conform; absent of a single reading. */
  points?: { nonconforming: number; total: number }
  reason?: string
}

/** What was calibrated, so that it cannot be mistaken for another (7.8.2.1 g). */
export type CalibratedItem = {
  name?: string
  manufacturer?: string
  model?: string
  serialNumber?: string
  assetTag?: string
  /** State of the item when it was received. */
  condition?: string
}

/** One reading as recorded, never rounded, with what a comparison could say of it. */
export type Reading = {
  value: string
  /** Reading minus nominal with its sign and unit, absent where the texts cannot be compared. */
  deviation?: string
  /** Where the reading lies against the tolerance, absent where the texts cannot be compared. */
  verdict?: 'within' | 'outside'
}

/** The measurement's texts as recorded (7.8.2.1 m, 7.8.4.1 a and d). */
export type Measurement = {
  nominal?: string
  tolerance?: string
  asFound?: Reading
  asLeft?: Reading
  uncertainty?: string
  coverageFactor?: string
  confidenceLevel?: string
  /** The capability (CMC) of the accreditation, where the uncertainty is below it (ILAC-P14). */
  capability?: string
}

/** What the certificate of a standard says beside its number (7.8.4.1 c). */
export type StandardCertificate = {
  /** Who issued it: another laboratory by its name, or the own one. */
  issuer?: { provider: string } | 'own'
  /** What it states at the nominal values of the record, or for all of the standard. */
  uncertainties?: readonly StandardUncertainty[]
}

/** A standard that single points name, as it was when it was used. */
export type PointStandard = {
  id: string
  name: string
  identity?: string
  certificateNumber?: string
  certificate?: StandardCertificate
  condition: StandardCondition
  /** Last day on which its calibration is good. */
  dueOn?: CalendarDate
}

/** The points of a calibration as the record froze them, and the standards behind them. */
export type CertifiedPoints = {
  measurements: readonly MeasuredPoint[]
  standards: readonly PointStandard[]
  /** Of an accredited record: the lines of the scope of accreditation that its points lie inside of. */
  scope?: readonly ScopeLine[]
  /** Who measured the points that are external (7.8.2.1 p). */
  provider?: string
}

/** The provider's certificate that an external calibration refers to. */
export type ExternalCalibration = { certificateNumber: string; provider?: string }

/** Statement of conformity and the rule behind it (7.8.4.1 e, 7.8.6). */
export type Conformity = {
  /** In the words of the certificate's language. */
  decisionRule?: string
  /** Why no reading is said to lie within or outside its tolerance; absent where that is said. */
  withoutVerdicts?: 'noRule' | 'noRuleExternal' | 'otherRule'
  statement?: string
  /** Written reason for passing a reading outside its tolerance. */
  outOfToleranceImpact?: string
}

/** The chain to the reference standard (7.8.4.1 c), as it stood when the work was done. */
export type Traceability = {
  standard?: string
  /** Asset tag or serial number of the reference standard. */
  identity?: string
  certificateNumber?: string
  certificate?: StandardCertificate
  /** Last day on which the reference standard's own calibration was good. */
  validUntil?: CalendarDate
  /** Of a record with points: that it was not fit for use then, as `PointStandard` says it. */
  unfit?: Pick<PointStandard, 'condition' | 'dueOn'>
  statement?: string
}

/** Who is responsible for the certificate (7.8.2.1 o), and what the signature means. */
export type Authorisation = {
  name: string
  at: Instant
  meaning?: string
  /**
   * True when recording released it, by the workspace's rule of automatic approval: nobody reviewed it, and
   * who recorded it is the person who authorised it.
   */
  automatic?: boolean
  /** True when the person signed this record electronically, with a password or a second factor. */
  signedElectronically?: boolean
}

/** The certificate that this one takes the place of (7.8.8). */
export type ReplacedCertificate = { number: string; issuedOn?: CalendarDate; reason?: string }

/** Where the record stands in the workspace's ledger when the certificate is issued. */
export type LedgerPlace = { index: number; treeSize: number; root: string }

/**
 * Everything a certificate prints, frozen at issue. Texts are printed as they are; an absent member leaves no
 * trace on the page. The same data always gives the same bytes.
 */
export type CertificateData = {
  /** That of its labels and fixed sentences. */
  language: string
  paper: CertificatePaper
  /** Unique number, printed on every page. */
  number: string
  /** Creation time of the file; also the reason why two renderings are the same bytes. */
  issuedAt: Instant
  /** IANA zone of all calendar dates and of the printed times of day. */
  timeZone: string
  laboratory: Laboratory
  /** Name and contact of the customer; several lines are allowed. */
  customer?: string
  item: CalibratedItem
  result: CertificateResult
  /** Where the result is a pass although readings do not conform under their rule. */
  overruled?: OverruledDecision
  receivedOn?: CalendarDate
  performedOn: CalendarDate
  issuedOn: CalendarDate
  /** Only where the workspace allows a recommendation (7.8.4.3). */
  recommendedDueOn?: CalendarDate
  placeOfWork?: string
  method?: string
  /** The procedure that the work followed. */
  procedure?: { code: string; revision: string }
  /** Additions to, deviations and exclusions from it (7.8.2.1 n). */
  deviations?: string
  temperature?: string
  humidity?: string
  measurement?: Measurement
  /** Printed in place of `measurement`. */
  points?: CertifiedPoints
  /** Present for the record of another person's calibration; the certificate then says whose it is. */
  external?: ExternalCalibration
  conformity?: Conformity
  traceability?: Traceability
  restriction?: string
  /** Opinions and interpretations, and what they are based on beside the results (7.8.7). */
  opinions?: { text: string; basis?: string }
  notes?: string
  performedBy?: string
  /** Who entered the record, where that is another person, and of a provider's work. */
  enteredBy?: string
  authorisation: Authorisation
  replaces?: ReplacedCertificate
  /** The laboratory's own wording; absent ones are printed in a fixed wording. */
  statements?: { scope?: string; reproduction?: string; further?: string }
  ledger?: LedgerPlace
  /** Address of the public page, printed and as a QR code. */
  verificationUrl?: string
  /** The record as JSON text, attached to the file byte for byte. */
  record: string
}
