import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedTestApp } from '../../../test/app.ts'
import { openLaboratory, type Body } from '../../../test/calibrating.ts'
import { pageTexts, textOf, without } from '../../../test/rendered-pages.ts'
import { signInAs } from '../../../test/session.ts'
import { releasedProcedure } from '../../../test/workspaces/released-procedure.ts'

const app = await sharedTestApp()
const lab = await openLaboratory(app, { timeZone: 'Europe/Berlin' })
const admin = await signInAs(app, lab, 'admin')
const technician = await signInAs(app, lab, 'technician', { name: 'Ingrid Solberg' })

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000).toISOString()
const dayOf = (instant: string) => instant.slice(0, 10)

const [RECEIVED, PERFORMED] = [daysAgo(5), daysAgo(2)]

/** What a certificate with everything is printed from. */
const settings = {
  laboratory_name: 'Northmoor Metrology',
  address: 'Hafenstrasse 12\n24103 Kiel',
  accreditation: 'ISO/IEC 17025, NM-K-20417-01',
}
const item = {
  asset_tag: 'DMM-7',
  name: 'Multimeter',
  manufacturer: 'Haldor',
  model: 'M-6',
  serial_number: 'SN-4711',
}
const stated = {
  result: 'PASS_WITH_ADJUSTMENT',
  performed_at: PERFORMED,
  received_at: RECEIVED,
  item_condition: 'Clean, one scratch',
  customer: 'Halvorsen Parts AS\nVerkstedveien 8',
  place_of_work: 'Customer site, hall 4',
  temperature: '20.1 °C',
  humidity: '46 %',
  traceability_reference: 'The SI through the national institute',
  decision_rule: 'simple_acceptance',
  conformity_statement: 'The item meets its specification.',
  out_of_tolerance_impact: 'None: nothing was measured since.',
  deviation_from_procedure: 'The 20 V point was left out.',
  opinions: 'The drift suggests a worn reference.',
  opinions_basis: 'the records of the last five years',
  notes: 'Battery replaced.',
}

/** Everything that a record can say, over more than a page. */
async function everything(): Promise<Buffer> {
  assert.equal((await admin.call('PATCH', '', { body: settings })).status, 200)
  const volts = (value: string) => ({
    function: 'DC voltage',
    range: '100 V',
    nominal: { value, unit: 'V' },
    tolerance: { symmetric: { absolute: '0.005' } },
    repeats: 1,
  })
  const asked = Array.from({ length: 40 }, (_, index) => volts(`${index + 1}.000`))
  const followed = await releasedProcedure(admin, { code: 'CP-EL-02', points: [...asked, volts('90.000')] })
  const standard = await lab.instrument({
    asset_tag: 'CAL-1',
    name: 'Calibrator',
    is_reference_standard: true,
    calibration_interval_value: 12,
  })
  await lab.calibrate(standard.id, { certificate_number: 'D-K-2026-0193', performed_at: daysAgo(100) })
  const { id } = await lab.instrument(item)
  const path = `/instruments/${id}`
  const follows = await admin.call('PATCH', path, { body: { procedure_id: followed.procedure_id } })
  assert.equal(follows.status, 200, JSON.stringify(follows.body))
  const measurements = followed.points.slice(0, 40).map((point, index): Body => {
    const at = index + 1
    return {
      point_id: point.id,
      as_found: { readings: [`${at}.007`] },
      as_left: { readings: [`${at}.001`] },
      uncertainty: { expanded: '0.000831', coverage_factor: '2', unit: 'V', confidence_level: '95.45 %' },
    }
  })
  const body = { ...stated, reference_standard_asset_id: standard.id, measurements }
  const headers = { 'idempotency-key': 'everything' }
  const made = await technician.call('POST', `${path}/calibrations`, { headers, body })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return certificateOf(made.body.id)
}

/** A provider's work. */
async function external(): Promise<Buffer> {
  const { id } = await lab.instrument()
  const body = {
    calibration_type: 'external_certificate',
    certificate_number: 'ET-88',
    service_provider: 'Eastgate',
  }
  const made = await lab.calibrate(id, { ...body, performed_at: PERFORMED })
  return certificateOf(made.id)
}

async function certificateOf(id: string): Promise<Buffer> {
  const response = await fetch(`${app.origin}/api/public/v1/calibrations/${id}/certificate`, {
    headers: { authorization: `Bearer ${lab.key}` },
  })
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

const skip = without('pdftotext')
const file = skip ? Buffer.alloc(0) : await everything()
const ofProvider = skip ? Buffer.alloc(0) : await external()
const printed = skip ? '' : textOf(file)
const pages = skip ? [] : pageTexts(file)
const number = /Number (\S+)/.exec(printed)?.[1] ?? 'none'

/** What ISO/IEC 17025:2017 asks of reports (7.8.2.1) and of calibration certificates (7.8.4.1), clause by clause. */
const CLAUSES: Record<string, { asks: string; text?: string; shows: (string | RegExp)[] }> = {
  '7.8.2.1 a': { asks: 'a title', shows: ['Calibration certificate'] },
  '7.8.2.1 b': {
    asks: 'name and address of the laboratory',
    shows: ['Northmoor Metrology', 'Hafenstrasse 12', '24103 Kiel', 'NM-K-20417-01'],
  },
  '7.8.2.1 c': { asks: 'where the work was done', shows: ['Place of work Customer site, hall 4'] },
  '7.8.2.1 d': {
    asks: 'a unique identification, and the end',
    shows: [/Number \S+/, `End of certificate ${number}`],
  },
  '7.8.2.1 e': { asks: 'name and contact of the customer', shows: ['Halvorsen Parts AS Verkstedveien 8'] },
  '7.8.2.1 f': { asks: 'the method', shows: ['Method CP-EL-02, revision 1'] },
  '7.8.2.1 g': {
    asks: 'the item, identified, and its condition',
    shows: ['Multimeter', 'Haldor', 'M-6', 'SN-4711', 'DMM-7', 'Condition on receipt Clean, one scratch'],
  },
  '7.8.2.1 h': { asks: 'the date of receipt', shows: [`Received on ${dayOf(RECEIVED)}`] },
  '7.8.2.1 i': { asks: 'the date of the work', shows: [`Calibrated on ${dayOf(PERFORMED)}`] },
  '7.8.2.1 j': {
    asks: 'the date of issue',
    shows: [`Issued on ${dayOf(app.clock.now().toISOString())}`],
  },
  '7.8.2.1 l': {
    asks: 'that the results relate to this item alone',
    shows: ['The results relate only to the item identified above'],
  },
  '7.8.2.1 m': {
    asks: 'results with their units',
    shows: [/Nominal value[^.]*V/, '1.000 As found 1.007', '40.000 As found 40.007'],
  },
  '7.8.2.1 n': {
    asks: 'deviations from the method',
    shows: ['Deviations from the procedure The 20 V point was left out.'],
  },
  '7.8.2.1 o': { asks: 'who authorised it', shows: ['Authorised by Ingrid Solberg'] },
  '7.8.2.1 p': {
    asks: 'which results are those of a provider',
    text: skip ? '' : textOf(ofProvider),
    shows: ['Calibrated by an external provider', 'Provider Eastgate', "Provider's certificate ET-88"],
  },
  '7.8.4.1 a': {
    asks: 'the uncertainty in the unit of the result, to two digits, with k and confidence level',
    shows: [
      '0.995 1.005 0.00083 fail',
      'k = 2, which for a normal distribution corresponds to a coverage probability of approximately 95 %',
    ],
  },
  '7.8.4.1 b': { asks: 'the conditions', shows: ['Temperature 20.1 °C', 'Humidity 46 %'] },
  '7.8.4.1 c': {
    asks: 'the traceability',
    shows: [
      'Reference standard Calibrator',
      'CAL-1',
      'Its certificate D-K-2026-0193',
      /Valid at time of use yes, until \d{4}-\d\d-\d\d/,
      'Traceable to The SI through the national institute',
    ],
  },
  '7.8.4.1 d': {
    asks: 'results before and after the adjustment',
    shows: [/As found 1\.00700 \+0\.00700 .{0,40}fail/, /As left 1\.00100 \+0\.00100 .{0,40}pass/],
  },
  '7.8.4.1 e': {
    asks: 'a statement of conformity, with its rule',
    shows: [
      'Decision rule Simple acceptance (ILAC-G8:09/2019, 4.2.1)',
      'A point passes where its measured value lies within the limits or at one of them.',
      'Statement The item meets its specification.',
    ],
  },
  '7.8.4.1 f': {
    asks: 'opinions, marked as such, with their basis and who released them (7.8.7)',
    shows: [
      'Opinions and interpretations The drift suggests a worn reference.',
      'Based on The results on this certificate; the records of the last five years',
      'Released by Ingrid Solberg',
    ],
  },
}

describe('a certificate with everything', { skip }, () => {
  for (const [clause, { asks, text = printed, shows }] of Object.entries(CLAUSES)) {
    test(`states what ISO/IEC 17025 asks for in ${clause}: ${asks}`, () => {
      for (const said of shows) {
        const isThere = typeof said === 'string' ? text.includes(said) : said.test(text)
        assert.ok(isThere, `${String(said)} in ${text}`)
      }
    })
  }

  test('identifies each page as part of the whole, and repeats the table headings on each page (7.8.2.1 d)', () => {
    assert.ok(pages.length > 2, String(pages.length))
    for (const [index, page] of pages.entries()) {
      assert.ok(page.includes(number), `${number} on page ${index + 1}`)
      assert.ok(page.includes(`Page ${index + 1} of ${pages.length}`), page)
      if (/ As (?:found|left) /.test(page)) assert.match(page, /Nominal/)
    }
  })

  test('has no part for opinions where none are expressed', async () => {
    const { id } = await lab.instrument()
    const made = await lab.calibrate(id, { opinions_basis: 'nothing' })
    assert.doesNotMatch(textOf(await certificateOf(made.id)), /Opinions|Based on/)
  })

  test('has no plan of sampling (7.8.2.1 k), which does not apply to a single item', () => {
    assert.doesNotMatch(printed, /[Ss]ampling/)
  })

  test('says of the standard of a record with points that it was not fit for use', async () => {
    const standard = await lab.instrument({ name: 'Old calibrator', is_reference_standard: true })
    const { id } = await lab.instrument()
    const measurements = [{ nominal: { value: '1', unit: 'V' }, as_found: { readings: ['1.0'] } }]
    const body = { reference_standard_asset_id: standard.id, measurements }
    const text = textOf(await certificateOf((await lab.calibrate(id, body)).id))
    assert.match(text, /Reference standard Old calibrator .*Valid at time of use no, never calibrated/)
  })
})
