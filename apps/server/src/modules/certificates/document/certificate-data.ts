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

/** A calendar date, `YYYY-MM-DD`, already converted to `CertificateData.timeZone`. */
export type CalendarDate = string

/** An instant in UTC, `2026-11-21T04:56:39.123Z`. */
export type Instant = string

/** PNG or JPEG bytes that `checkLogo` accepted. */
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

/** A pass that a person decided contrary to the decision rule. */
export type OverruledDecision = {
  /** Who decided. */
  by: string
  /** Points that do not conform; absent for a single reading. */
  points?: { nonconforming: number; total: number }
  reason?: string
}

/** What was calibrated, unambiguously identified (7.8.2.1 g). */
export type CalibratedItem = {
  name?: string
  manufacturer?: string
  model?: string
  serialNumber?: string
  assetTag?: string
  /** State of the item when it was received. */
  condition?: string
}

/** One reading as recorded, never rounded, with the result of the comparison, if any. */
export type Reading = {
  value: string
  /** Reading minus nominal with sign and unit; absent if the texts cannot be compared. */
  deviation?: string
  /** Where the reading is relative to the tolerance; absent if the texts cannot be compared. */
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
  /** The capability (CMC) of the accreditation, if the uncertainty is below it (ILAC-P14). */
  capability?: string
}

/** What the certificate of a standard states in addition to its number (7.8.4.1 c). */
export type StandardCertificate = {
  /** Who issued it: another laboratory by name, or the laboratory itself. */
  issuer?: { provider: string } | 'own'
  /** What it states at the nominal values of the record, or for the standard as a whole. */
  uncertainties?: readonly StandardUncertainty[]
}

/** A standard named by individual points, as it was when used. */
export type PointStandard = {
  id: string
  name: string
  identity?: string
  certificateNumber?: string
  certificate?: StandardCertificate
  condition: StandardCondition
  /** Last day on which its calibration is valid. */
  dueOn?: CalendarDate
}

/** The points of a calibration as frozen by the record, and their standards. */
export type CertifiedPoints = {
  measurements: readonly MeasuredPoint[]
  standards: readonly PointStandard[]
  /** For an accredited record: the lines of the scope of accreditation that cover its points. */
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
  /** Why readings are not stated to be within or outside their tolerance; absent if they are. */
  withoutVerdicts?: 'noRule' | 'noRuleExternal' | 'otherRule'
  statement?: string
  /** Written reason for passing a reading outside its tolerance. */
  outOfToleranceImpact?: string
}

/** The chain to the reference standard (7.8.4.1 c), as of the time of the work. */
export type Traceability = {
  standard?: string
  /** Asset tag or serial number of the reference standard. */
  identity?: string
  certificateNumber?: string
  certificate?: StandardCertificate
  /** Last day on which the reference standard's own calibration was valid. */
  validUntil?: CalendarDate
  /** For a record with points: that it was not fit for use then, in the form of `PointStandard`. */
  unfit?: Pick<PointStandard, 'condition' | 'dueOn'>
  statement?: string
}

/** Who is responsible for the certificate (7.8.2.1 o), and what the signature means. */
export type Authorisation = {
  name: string
  at: Instant
  meaning?: string
  /**
   * True if it was approved on entry by the workspace's rule of automatic approval: no one reviewed it, and the
   * person who recorded it is the one who authorized it.
   */
  automatic?: boolean
  /** True if the person signed this record electronically, with a password or a second factor. */
  signedElectronically?: boolean
}

/** The certificate that this one replaces (7.8.8). */
export type ReplacedCertificate = { number: string; issuedOn?: CalendarDate; reason?: string }

/** The position of the record in the workspace's ledger when the certificate is issued. */
export type LedgerPosition = { index: number; treeSize: number; root: string }

/**
 * Everything a certificate prints, frozen at issue. Texts are printed as they are; an absent member leaves no trace
 * on the page. The same data always produce the same bytes.
 */
export type CertificateData = {
  /** Language of its labels and fixed sentences. */
  language: string
  paper: CertificatePaper
  /** Unique number, printed on every page. */
  number: string
  /** Creation time of the file, taken from the data so that two renderings produce the same bytes. */
  issuedAt: Instant
  /** IANA time zone of all calendar dates and printed times of day. */
  timeZone: string
  laboratory: Laboratory
  /** Name and contact of the customer; several lines are allowed. */
  customer?: string
  item: CalibratedItem
  result: CertificateResult
  /** If the result is a pass although readings do not conform under their rule. */
  overruled?: OverruledDecision
  receivedOn?: CalendarDate
  performedOn: CalendarDate
  issuedOn: CalendarDate
  /** Only if the workspace allows a recommendation (7.8.4.3). */
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
  /** Printed instead of `measurement`. */
  points?: CertifiedPoints
  /** Present for the record of an external calibration; the certificate then names the provider. */
  external?: ExternalCalibration
  conformity?: Conformity
  traceability?: Traceability
  restriction?: string
  /** Opinions and interpretations, and what they are based on in addition to the results (7.8.7). */
  opinions?: { text: string; basis?: string }
  notes?: string
  performedBy?: string
  /** Who entered the record, if that is a different person, or the work is a provider's. */
  enteredBy?: string
  authorisation: Authorisation
  replaces?: ReplacedCertificate
  /** The laboratory's own wording; absent members are printed in a fixed wording. */
  statements?: { scope?: string; reproduction?: string; further?: string }
  ledger?: LedgerPosition
  /** Address of the public page, printed as text and as a QR code. */
  verificationUrl?: string
  /** The record as JSON text, attached to the file byte for byte. */
  record: string
}
