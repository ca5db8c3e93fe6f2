/** A label and its text, shown together or not at all. */
export type Fact = {
  label: string
  value: string
  /** What a reader looks for first. */
  strong?: boolean
  /** Too long for the column of values. */
  long?: boolean
}

/** A text split for alignment: `lead` ends before the decimal mark, `tail` starts with it. */
export type AlignedQuantity = { lead: string; tail: string; unit: string }

/** A quantity to align, or a text that is not a single quantity and is printed as it is. */
export type Cell = { quantity: AlignedQuantity } | { text: string }

/** One line of the table of results. */
export type ResultRow = { label: string; value: Cell; deviation?: Cell; verdict?: string; outside?: boolean }

/** The table of results; `heads` are those of the columns that any row uses. */
export type ResultTable = {
  rows: ResultRow[]
  heads: { value: string; deviation?: string; assessment?: string }
}

/**
 * A column of a table of points; the unit is printed below its label. It names the widest parts of the numbers in its
 * cells, or the longest text, so that not every cell has to be measured.
 */
export type PointColumn = { label: string; unit?: string } & (
  | { widest: AlignedQuantity }
  | { longest: string }
)

/** The content of a line in a column, or in several columns starting there. */
export type PointCell = { cell: Cell; span?: number; strong?: boolean }

/** The lines of one point and the remarks below them, which stay together on one page. */
export type PointLines = { number: string; lines: PointCell[][]; remarks: string[] }

/** A table of points that continues across pages under the same headings. */
export type PointsTable = {
  caption?: string
  numberLabel: string
  columns: PointColumn[]
  points: PointLines[]
}

/** The blocks of a section, from top to bottom. */
export type Block =
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'results'; table: ResultTable }
  | { kind: 'points'; table: PointsTable }
  | { kind: 'paragraph'; text: string }
  | { kind: 'emphasis'; text: string }
  | { kind: 'statements'; statements: string[] }

/** A titled part of the page. `together` keeps it on one page; `wide` puts it below its title rather than beside it. */
export type Section = { title: string; blocks: Block[]; together?: boolean; wide?: boolean }

/** The public page of the certificate and its position in the ledger. */
export type Verification = {
  title: string
  sentence?: string
  qrLabel?: string
  facts: Fact[]
}

/** The certificate as drawn by the templates: every text is final, and nothing absent is left in it. */
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
