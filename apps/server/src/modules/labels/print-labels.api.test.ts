import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { APP_WORKSPACE_PREFIX, labelSheets, roles, type LabelSheet } from '@plumbline/contract'
import jsQR from 'jsqr'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory } from '../../../test/calibrating.ts'
import { pageTexts, textOf, without } from '../../../test/rendered-pages.ts'
import { signInAs, type TestSession } from '../../../test/session.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app)
const manager = await signInAs(app, lab, 'manager')
const caliper = await lab.instrument({
  asset_tag: 'CAL-1',
  name: 'Caliper, 0 to 150 mm, with a name that nobody prints whole on a label of this size',
  manufacturer: 'Haldor',
  model: 'C-150',
  serial_number: 'SN-77',
  last_calibration_date: '2026-05-04T10:00:00Z',
})
const gauge = await lab.instrument({ asset_tag: 'GAU-2', name: 'Prüfmaß #1 $x$ *b* 漢字' })

interface Print {
  sheet?: string
  fields?: string[]
  start_position?: number
  language?: string
  instrument_ids?: string[]
}

const bodyOf = (print: Print) => ({
  instrument_ids: [caliper.id, gauge.id],
  sheet: 'a4-63.5x29.6',
  fields: ['name', 'due_date'],
  ...print,
})

async function pdfOf(session: TestSession, print: Print = {}): Promise<Buffer> {
  const base = APP_WORKSPACE_PREFIX.replace('{workspace_id}', session.workspaceId)
  const response = await fetch(`${app.origin}${base}/labels`, {
    method: 'POST',
    headers: { cookie: session.cookie, origin: app.origin, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(print)),
  })
  assert.equal(response.headers.get('content-type'), 'application/pdf')
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="labels-/)
  return Buffer.from(await response.arrayBuffer())
}

const refused = async (print: Print, session = manager) =>
  (await session.call('POST', '/labels', { body: bodyOf(print) })).body

const DOTS_PER_INCH = 300
const MM_PER_INCH = 25.4

interface Picture {
  width: number
  height: number
  colours: Uint8ClampedArray
}

/** A label of the first page as a common label printer sees it, by its position on the sheet. */
function printed(file: Buffer, sheet: LabelSheet, position: number): Picture {
  const dots = (mm: number) => String(Math.round((mm / MM_PER_INCH) * DOTS_PER_INCH))
  const [row, column] = [Math.floor((position - 1) / sheet.columns), (position - 1) % sheet.columns]
  const folder = mkdtempSync(join(tmpdir(), 'labels-'))
  try {
    writeFileSync(join(folder, 'labels.pdf'), file)
    const corner = ['-x', dots(sheet.first.left + column * sheet.pitch.x)]
    corner.push('-y', dots(sheet.first.top + row * sheet.pitch.y))
    const size = ['-W', dots(sheet.label.width), '-H', dots(sheet.label.height)]
    const options = ['-gray', '-r', String(DOTS_PER_INCH), '-singlefile', ...corner, ...size]
    execFileSync('pdftoppm', [...options, join(folder, 'labels.pdf'), join(folder, 'page')])
    return pictureOf(readFileSync(join(folder, 'page.pgm')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Reads a portable grey map. */
function pictureOf(pgm: Buffer): Picture {
  const head = /^P5\s(\d+)\s(\d+)\s255\s/.exec(pgm.toString('latin1', 0, 40))
  if (!head) throw new Error('not a portable grey map')
  const [width, height] = [Number(head[1]), Number(head[2])]
  const greys = [...pgm.subarray(head[0].length)].flatMap((grey) => [grey, grey, grey, 255])
  return { width, height, colours: Uint8ClampedArray.from(greys) }
}

/** What a reader reads that is held over the label, and undefined where there is no code. */
function readAt(file: Buffer, sheet: LabelSheet, position: number): string | undefined {
  const { colours, width, height } = printed(file, sheet, position)
  const read = jsQR as unknown as typeof jsQR.default
  return read(colours, width, height)?.data
}

const addressOf = (id: string) => `${app.parts.config.PUBLIC_URL}/i/${id}`

describe('labels', () => {
  for (const [key, sheet] of Object.entries<LabelSheet>(labelSheets)) {
    test(`of ${key} have a readable code in its position`, { skip: without('pdftoppm') }, async () => {
      const last = sheet.columns * sheet.rows
      const file = await pdfOf(manager, { sheet: key, start_position: last })
      assert.equal(readAt(file, sheet, last), addressOf(caliper.id))
    })
  }

  test('start at the first free position of a sheet, row by row', { skip: without('pdftoppm') }, async () => {
    const sheet: LabelSheet = labelSheets['a4-45.7x21.2']
    const file = await pdfOf(manager, { sheet: 'a4-45.7x21.2', start_position: 4 })
    const read = [3, 4, 5, 6].map((position) => readAt(file, sheet, position))
    assert.deepEqual(read, [undefined, addressOf(caliper.id), addressOf(gauge.id), undefined])
  })

  test(
    'bear the tag and the chosen fields, in the chosen language',
    { skip: without('pdftotext') },
    async () => {
      const fields = ['due_date', 'serial_number', 'model', 'calibrated_on', 'site', 'workspace']
      const english = textOf(await pdfOf(manager, { fields, sheet: 'a4-63.5x38.1' }))
      for (const said of [
        'CAL-1',
        'Haldor C-150',
        'S/N SN-77',
        'Cal. 2026-05-04',
        'Due 2027-05-04',
        'No due date',
      ]) {
        assert.ok(english.includes(said), `${said}: ${english}`)
      }
      const german = textOf(await pdfOf(manager, { fields: ['due_date'], language: 'de' }))
      assert.match(german, /CAL-1 Fällig 2027-05-04 .*GAU-2 Keine Fälligkeit/)
      assert.doesNotMatch(german, /Haldor|SN-77/)
    },
  )

  test(
    'shorten a long name with an ellipsis and print every sign as it is',
    { skip: without('pdftotext') },
    async () => {
      const text = textOf(await pdfOf(manager, { fields: ['name'], sheet: 'roll-62x29' }))
      assert.match(text, /Caliper, 0 to 150 mm[^…]*…/)
      assert.ok(text.includes('Prüfmaß #1 $x$ *b* 漢字'), text)
    },
  )

  test(
    'go on on the next sheet, and print an instrument as often as it is named',
    { skip: without('pdftotext') },
    async () => {
      const instrument_ids = Array.from({ length: 8 }, () => caliper.id as string)
      const pages = pageTexts(
        await pdfOf(manager, { instrument_ids, sheet: 'a4-63.5x38.1', start_position: 16 }),
      )
      assert.deepEqual(
        pages.map((page) => page.match(/CAL-1/g)?.length),
        [6, 2],
      )
    },
  )

  test('are printed for every role', async () => {
    for (const role of roles) {
      const file = await pdfOf(await signInAs(app, lab, role))
      assert.equal(file.toString('latin1', 0, 5), '%PDF-')
    }
  })
})

describe('labels are refused', () => {
  test('for an instrument that does not exist or belongs to another workspace or site', async () => {
    const foreign = await (await openLaboratory(app)).instrument()
    assert.equal((await refused({ instrument_ids: [caliper.id, foreign.id] })).code, 'NOT_FOUND')
    const siteIds = [await lab.site('Elsewhere')]
    const elsewhere = await signInAs(app, lab, 'auditor', { siteIds })
    assert.equal((await refused({}, elsewhere)).code, 'NOT_FOUND')
  })

  const wrong: [string, Print, string][] = [
    ['without an instrument', { instrument_ids: [] }, 'instrument_ids'],
    ['of an unknown size', { sheet: 'a3' }, 'sheet'],
    ['with an unknown field', { fields: ['owner'] }, 'fields'],
    ['with the same field twice', { fields: ['name', 'name'] }, 'fields'],
    [
      'with more fields than a label holds',
      { sheet: 'tape-12', fields: ['name', 'model', 'site', 'due_date'] },
      'fields',
    ],
    ['from a position beyond the sheet', { sheet: 'roll-62x29', start_position: 2 }, 'start_position'],
    ['in an unknown language', { language: 'xx' }, 'language'],
  ]
  for (const [what, print, field] of wrong) {
    test(what, async () => {
      const body = await refused(print)
      assert.equal(body.code, 'VALIDATION_ERROR')
      assert.equal(body.details.errors[0].loc[1], field)
    })
  }
})
