import { escapeHtml } from '../http/escape-html.ts'

/** The content of a mail, independent of its layout. All texts are plain. */
export interface MailContent {
  readonly language: string
  readonly subject: string
  /** The first line, in large type. */
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Pairs of name and value. */
  readonly facts?: readonly (readonly [name: string, value: string])[]
  readonly tables?: readonly MailTable[]
  /** The action that the recipient should take. */
  readonly action?: MailLink
  /** Why the person receives this mail, and from whom; the last lines. */
  readonly footer: readonly string[]
  readonly footerLinks?: readonly MailLink[]
}

/** A link with its text. */
export interface MailLink {
  readonly label: string
  readonly url: string
}

/** Rows below a title; narrow mail programs show a row as a block. */
export interface MailTable {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly MailRow[]
  /**
   * Which cells the name of their column precedes where there is no room for a row of names: by default those after the first,
   * which says what a row is about.
   */
  readonly named?: 'all' | 'none'
  /** Text below the table, such as the number of rows that are not shown. */
  readonly note?: string
}

/** Cells of one row; the first one links to `url`. */
export interface MailRow {
  readonly cells: readonly string[]
  readonly url?: string
}

/** A mail as text and as HTML, with the same content. */
export interface ComposedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * Composes a mail with tables and inline styles, because mail programs support nothing better, and without external
 * resources.
 */
export function composeMail(content: MailContent): ComposedMail {
  return { subject: content.subject, text: textOf(content), html: htmlOf(content) }
}

/** Width at which lines of plain text are broken (RFC 5322 recommends at most 78). */
const LINE_WIDTH = 74

function textOf({
  title,
  paragraphs,
  facts = [],
  tables = [],
  action,
  footer,
  footerLinks = [],
}: MailContent) {
  const blocks = [
    wrap(title),
    ...paragraphs.map(wrap),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join('\n')] : []),
    ...tables.map(textOfTable),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ['-- ', ...footer.map(wrap), ...footerLinks.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

function textOfTable(table: MailTable): string {
  const { title, rows, note } = table
  const lines = rows.map(({ cells, url }) => {
    const [first = '', ...others] = cells.map((cell, index) => nameBefore(table, cell, index) + cell)
    const below = [...others.filter((line) => line !== ''), ...(url === undefined ? [] : [url])]
    return [`* ${first}`, ...below.map((line) => `  ${line}`)].join('\n')
  })
  return [title, '', ...lines, ...(note === undefined ? [] : ['', note])].join('\n')
}

/** Returns the name of the column with a colon, where it precedes a cell; an empty text elsewhere. */
function nameBefore({ heads, named }: MailTable, cell: string, index: number): string {
  const isNamed = named === 'all' || (named === undefined && index > 0)
  return isNamed && cell !== '' ? `${heads[index] ?? ''}: ` : ''
}

function wrap(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const lines: string[] = ['']
      for (const word of line.split(' ')) {
        const last = lines.at(-1)!
        const longer = last === '' ? word : `${last} ${word}`
        if (longer.length <= LINE_WIDTH) lines[lines.length - 1] = longer
        else lines.push(word)
      }
      return lines.filter((each, index) => each !== '' || index > 0).join('\n')
    })
    .join('\n')
}

/** Breaks long tags, URLs and names without spaces, so that none makes a mail wider than its window. */
const BREAKING = 'overflow-wrap:anywhere;word-break:break-word'

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/**
 * Colors of the application: light ones inline, dark ones in the style sheet, which programs without dark mode ignore.
 */
const STYLES = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0}
a{color:#364ab4}
@media (max-width:480px){
.frame{padding:12px 0 0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}
.pad{padding-left:20px!important;padding-right:20px!important}
.heads{display:none!important}
.row td{display:block!important;padding:2px 0!important;border:0!important;width:auto!important}
.row td:first-child{padding-top:12px!important;border-top:1px solid #d9dde4!important}
.row td:last-child{padding-bottom:12px!important}
.row td .name{display:inline!important}
.button{width:100%!important}
.button a{display:block!important;text-align:center!important}
}
@media (prefers-color-scheme:dark){
.frame,body{background:#14171c!important}
.card{background:#1b1f26!important;border-color:#343a45!important}
.strong,h1,h2{color:#dfe3e9!important}
.plain{color:#dfe3e9!important}
.quiet,.quiet a{color:#9da6b3!important}
.line{border-color:#343a45!important}
.row td{border-color:#343a45!important}
.row td:first-child{border-top-color:#343a45!important}
.brand{color:#a3b0ee!important}
a{color:#a3b0ee!important}
.button td{background:#a3b0ee!important}
.button a{color:#14171c!important}
}`

function htmlOf(content: MailContent): string {
  const { language, subject, title, paragraphs, facts = [], tables = [], action } = content
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLES}
</style>
</head>
<body style="margin:0;background:#f7f8fa">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(previewOf(content))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="frame" style="background:#f7f8fa;padding:24px 12px">
<tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td class="pad brand" style="padding:0 4px 12px;font-size:14px;line-height:20px;font-weight:700;color:#364ab4;${FONT}">Plumbline</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:600px;background:#ffffff;border:1px solid #d9dde4;border-radius:8px;border-collapse:separate">
<tr><td class="pad" style="padding:28px 32px 8px;${BREAKING};${FONT}">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:#1a1e25;${FONT}">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
${facts.length > 0 ? factTable(facts) : ''}
${tables.map(rowTable).join('\n')}
${action ? button(action) : ''}
</td></tr>
<tr><td class="pad line quiet" style="padding:16px 32px 24px;border-top:1px solid #d9dde4;font-size:12px;line-height:18px;color:#565f6c;${BREAKING};${FONT}">
${footerOf(content)}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/**
 * Returns the preview that mail programs show next to the subject: the first paragraph, or the beginning of the first
 * table.
 */
function previewOf({ paragraphs, tables: [table] = [] }: MailContent): string {
  const [first] = paragraphs
  if (first !== undefined || !table) return first ?? ''
  const names = table.rows.slice(0, PREVIEWED_ROWS).map(({ cells }) => cells[0] ?? '')
  return `${table.title}: ${names.join(', ')}`
}

const PREVIEWED_ROWS = 3

function paragraph(text: string): string {
  const lines = escapeHtml(text).replaceAll('\n', '<br>')
  return `<p class="plain" style="margin:0 0 16px;font-size:15px;line-height:23px;color:#1a1e25">${lines}</p>`
}

function factTable(facts: NonNullable<MailContent['facts']>): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="quiet" style="padding:3px 16px 3px 0;font-size:14px;line-height:20px;color:#565f6c;vertical-align:top;white-space:nowrap">${escapeHtml(name)}</td><td class="plain" style="padding:3px 0;font-size:14px;line-height:20px;color:#1a1e25">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows.join('\n')}</table>`
}

const CELL =
  'padding:8px 12px 8px 0;font-size:14px;line-height:20px;vertical-align:top;border-top:1px solid #d9dde4'

function rowTable(table: MailTable): string {
  const { title, heads, rows, note } = table
  const head = heads.map(
    (name, index) =>
      `<th align="left"${index === 0 && heads.length > 1 ? ' width="50%"' : ''} class="quiet" style="padding:0 12px 6px 0;font-size:12px;line-height:16px;font-weight:600;color:#565f6c">${escapeHtml(name)}</th>`,
  )
  const below =
    note === undefined
      ? ''
      : `<p class="quiet" style="margin:-8px 0 20px;font-size:13px;line-height:20px;color:#565f6c">${escapeHtml(note)}</p>`
  return `<h2 class="strong" style="margin:0 0 10px;font-size:15px;line-height:22px;font-weight:600;color:#1a1e25">${escapeHtml(title)}</h2>
<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;table-layout:fixed">
<tr class="heads">${head.join('')}</tr>
${rows.map((row) => rowOf(row, table)).join('\n')}
</table>
${below}`
}

function rowOf({ cells, url }: MailRow, table: MailTable): string {
  const shown = cells.map((cell, index) => {
    // Shown if the screen is too narrow for columns.
    const before = nameBefore(table, cell, index)
    const name =
      before === ''
        ? ''
        : `<span class="name quiet" style="display:none;color:#565f6c">${escapeHtml(before)}</span>`
    const text = escapeHtml(cell)
    if (index > 0) return `<td class="plain" style="${CELL};color:#1a1e25">${name}${text}</td>`
    const linked = url === undefined ? text : `<a href="${escapeHtml(url)}" style="color:#364ab4">${text}</a>`
    return `<td class="strong" style="${CELL};font-weight:600;color:#1a1e25">${name}${linked}</td>`
  })
  return `<tr class="row">${shown.join('')}</tr>`
}

function button({ label, url }: MailLink): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" class="button" style="margin:4px 0 24px"><tr><td style="background:#364ab4;border-radius:6px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;${FONT}">${escapeHtml(label)}</a></td></tr></table>`
}

function footerOf({ footer, footerLinks = [] }: MailContent): string {
  const links = footerLinks.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="color:#565f6c">${escapeHtml(label)}</a>`,
  )
  return [...footer.map(escapeHtml), ...(links.length > 0 ? [links.join(' &middot; ')] : [])].join('<br>\n')
}
