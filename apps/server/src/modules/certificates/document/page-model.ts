/** A label and its text, shown together or not at all. */
export type Fact = {
  label: string
  value: string
  /** What a reader looks for first. */
  strong?: boolean
  /** Too long for the column of values. */
  long?: boolean
}

/** A text cut for alignment: `lead` ends before the decimal mark, `tail` starts with it. */
export type AlignedQuantity = { lead: string; tail: string; unit: string }

/** A quantity to align, or a text that is no single quantity and is set as it is. */
export type Cell = { quantity: AlignedQuantity } | { text: string }

/** One line of the table of results. */
export type ResultRow = { label: string; value: Cell; deviation?: Cell; verdict?: string; outside?: boolean }

/** The table of results; `heads` are those of the columns that any row fills. */
export type ResultTable = {
  rows: ResultRow[]
  heads: { value: string; deviation?: string; assessment?: string }
}

/**
 * A column of a table of points; the unit stands under its label. Of its cells it names the widest parts of numbers, or
 * the longest text, so that not every cell has to be measured.
 */
export type PointColumn = { label: string; unit?: string } & (
  | { widest: AlignedQuantity }
  | { longest: string }
)

/** What a line has in a column, or in several from there on. */
export type PointCell = { cell: Cell; span?: number; strong?: boolean }

/** The lines of one point and the remarks below them, which stay together on one page. */
export type PointLines = { number: string; lines: PointCell[][]; remarks: string[] }

/** A table of points that continues over pages under the same heads. */
export type PointsTable = {
  caption?: string
  numberLabel: string
  columns: PointColumn[]
  points: PointLines[]
}

/** What stands in a section, in order from top to bottom. */
export type Block =
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'results'; table: ResultTable }
  | { kind: 'points'; table: PointsTable }
  | { kind: 'paragraph'; text: string }
  | { kind: 'emphasis'; text: string }
  | { kind: 'statements'; statements: string[] }

/** A titled part of the page. `together` keeps it on one page, `wide` sets it under its title and not beside it. */
export type Section = { title: string; blocks: Block[]; together?: boolean; wide?: boolean }

/** The public page of the certificate and its place in the ledger. */
export type Verification = {
  title: string
  sentence?: string
  qrLabel?: string
  facts: Fact[]
}

/** The certificate as the templates draw it: every text is final, nothing absent is left in it. */
export type PageModel = {
  language: string
  paper: 'a4' | 'us-letter'
  documentTitle: string
  author: string
  title: string
  number: Fact
  pageOf: { before: string; between: string; after: string }
  laboratory: { name: string; address?: string; accreditation?: string; logoLabel: string }
  replacement?: { title: string; sentences: string[] }
  summary: Fact[]
  sections: Section[]
  verification?: Verification
  attachmentLabel: string
  end: string
}
