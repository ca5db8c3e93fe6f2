import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CertificateData, StandardCertificate } from './certificate-data.ts'
import { composeCertificate } from './compose-certificate.ts'
import { messagesOf } from '../../../platform/messages.ts'
import type { Messages } from './messages.ts'
import type { PageModel, ResultRow } from './page-model.ts'
import { bareCertificate, sampleCertificate } from './sample-certificates.ts'

const en = messagesOf('certificate', 'en')

/** Every text of a page, at any depth. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

function titles(page: PageModel): string[] {
  return page.sections.map(({ title }) => title)
}

function rows(page: PageModel): ResultRow[] {
  const blocks = page.sections.flatMap((section) => section.blocks)
  return blocks.flatMap((block) => (block.kind === 'results' ? block.table.rows : []))
}

/** The labels that a member of the data brings with it. */
const LABELS: Array<[member: keyof CertificateData, labels: Array<keyof Messages>]> = [
  ['customer', ['customer']],
  ['receivedOn', ['receivedOn']],
  ['placeOfWork', ['placeOfWork']],
  ['method', ['method']],
  ['deviations', ['deviations']],
  ['temperature', ['temperature']],
  ['humidity', ['humidity']],
  ['measurement', ['nominal', 'tolerance', 'asFound', 'asLeft', 'deviation', 'assessment']],
  ['conformity', ['conformity', 'decisionRule', 'conformityStatement']],
  ['traceability', ['traceability', 'standard', 'standardIdentity', 'standardCertificate']],
  ['performedBy', ['performedBy']],
  ['recommendedDueOn', ['recommendedDueOn']],
  ['restriction', ['restriction']],
  ['opinions', ['opinions', 'opinionsBasis', 'opinionsReleasedBy']],
  ['notes', ['notes']],
]

const full = sampleCertificate({
  recommendedDueOn: '2027-11-20',
  restriction: 'Up to 15 mm only.',
  opinions: { text: 'The drift suggests a worn spindle.' },
  notes: 'Battery replaced.',
  deviations: 'Points above 200 mm were left out.',
})

test('a followed procedure is named by code and revision, after the method that people stated', () => {
  const procedure = { code: 'CP-DIM-01', revision: '2' }
  const followed = 'CP-DIM-01, revision 2'
  const { method: _, ...without } = full
  assert.ok(texts(composeCertificate({ ...without, procedure })).includes(followed))
  assert.ok(texts(composeCertificate({ ...full, method: 'WI-7', procedure })).includes(`WI-7; ${followed}`))
})

test('opinions are marked as such, with what they are based on and who released them', () => {
  const opinions = { text: 'The drift suggests a worn spindle.' }
  const textsOf = (data: CertificateData) => {
    const found = composeCertificate(data).sections.find(({ title }) => title === en.opinions)
    return texts(found?.blocks)
  }
  const [said, ...rest] = textsOf({ ...full, opinions }).filter((text) => text.length > 9)
  assert.ok(said === opinions.text && rest.includes(en.opinionsBasisResults), JSON.stringify(rest))
  assert.ok(rest.includes(full.authorisation.name))
  const further = textsOf({ ...full, opinions: { ...opinions, basis: 'Wear of 12 similar items' } })
  assert.ok(further.includes('The results on this certificate; Wear of 12 similar items'))
  assert.deepEqual(textsOf({ ...full, opinions: { text: ' ', basis: 'x' } }), [])
})

for (const [member, labels] of LABELS) {
  test(`without ${member} its labels are gone, with it they are there`, () => {
    const { [member]: _, ...without } = full
    const [shown, left] = [
      texts(composeCertificate(full)),
      texts(composeCertificate(without as CertificateData)),
    ]
    for (const label of labels) {
      assert.ok(shown.includes(en[label]), `${label} is shown`)
      assert.ok(!left.includes(en[label]), `${label} is left out`)
    }
  })
}

test('white space is not data: no label is printed without a value', () => {
  const blank = { notes: ' \n ', restriction: '', method: '\t', customer: ' ', performedBy: ' ' }
  const page = composeCertificate({ ...bareCertificate(), ...blank, measurement: { nominal: ' ' } })
  assert.deepEqual(page, composeCertificate(bareCertificate()))
})

test('a bare certificate still has all that must always be there', () => {
  const page = composeCertificate(bareCertificate())
  assert.equal(page.title, 'Calibration certificate')
  assert.equal(page.number.value, 'C-1')
  assert.equal(page.laboratory.name, 'Northmoor')
  assert.deepEqual(page.summary, [
    { label: 'Result', value: 'Pass' },
    { label: 'Calibrated on', value: '2026-11-20' },
    { label: 'Issued on', value: '2026-11-21' },
  ])
  assert.deepEqual(titles(page), ['Calibrated item', 'Results', 'Authorisation', 'Statements'])
  assert.ok(texts(page).includes(en.scope))
  assert.equal(page.end, 'End of certificate C-1')
  assert.equal(page.verification, undefined)
})

test('a record of measured values shows them exactly as recorded', () => {
  const measured = rows(composeCertificate(full))
  assert.deepEqual(
    measured.map(({ label }) => label),
    [en.nominal, en.tolerance, en.asFound, en.asLeft, en.uncertainty, en.coverageFactor, en.confidenceLevel],
  )
  assert.deepEqual(measured[2], {
    label: 'As found',
    value: { quantity: { lead: '10', tail: '.0012', unit: 'mm' } },
    deviation: { quantity: { lead: '+0', tail: '.0012', unit: 'mm' } },
    verdict: 'within tolerance',
    outside: false,
  })
})

test('a reading outside its tolerance is marked', () => {
  const asFound = { value: '10.0072 mm', deviation: '+0.0072 mm', verdict: 'outside' as const }
  const [row] = rows(composeCertificate({ ...bareCertificate(), measurement: { asFound } }))
  assert.deepEqual([row?.verdict, row?.outside], ['outside tolerance', true])
})

test('a record without measured values says its outcome in words', () => {
  const page = composeCertificate({ ...bareCertificate(), result: 'DAMAGED' })
  const sentence = 'Outcome of the calibration: Damaged. No measured values are part of this record.'
  assert.ok(texts(page).includes(sentence))
})

test('an external calibration says whose measurement it is, and who recorded it', () => {
  const external = { certificateNumber: 'ET-88213/26', provider: 'Eastgate Test House' }
  const page = composeCertificate({ ...bareCertificate(), external, performedBy: 'Ingrid Solberg' })
  const shown = texts(page)
  assert.equal(page.title, 'Certificate of external calibration')
  for (const text of [en.external, 'Eastgate Test House', 'ET-88213/26', en.recordedBy, en.scopeExternal]) {
    assert.ok(shown.includes(text), text)
  }
  assert.ok(!shown.includes(en.performedBy))
  assert.ok(!shown.some((text) => text.startsWith('Outcome of the calibration')))
})

test('a corrected certificate names the one that it replaces', () => {
  const replaces = { number: 'C-0', issuedOn: '2026-11-01', reason: 'Wrong serial number.' }
  assert.deepEqual(composeCertificate({ ...bareCertificate(), replaces }).replacement?.sentences, [
    'This certificate replaces certificate C-0 of 2026-11-01, which is no longer valid.',
    'Reason: Wrong serial number.',
  ])
  assert.deepEqual(
    composeCertificate({ ...bareCertificate(), replaces: { number: 'C-0' } }).replacement?.sentences,
    ['This certificate replaces certificate C-0, which is no longer valid.'],
  )
})

test("the laboratory's own statements replace the fixed ones", () => {
  const statements = { scope: 'Our scope.', reproduction: 'Our rule.', further: 'One thing more.' }
  const shown = texts(composeCertificate({ ...bareCertificate(), statements }))
  for (const text of Object.values(statements)) assert.ok(shown.includes(text), text)
  assert.ok(!shown.includes(en.scope) && !shown.includes(en.reproduction))
})

test('a signature shows its time in the zone of the certificate, with the offset of that day', () => {
  const authorisation = { name: 'T. Herrera', signedElectronically: true, meaning: 'Released.' }
  const at = (instant: string) =>
    texts(
      composeCertificate({
        ...bareCertificate(),
        timeZone: 'Europe/Berlin',
        authorisation: { ...authorisation, at: instant },
      }),
    )
  assert.ok(at('2026-11-21T23:41:05.999Z').includes('2026-11-22 00:41:05 (UTC+01:00)'))
  assert.ok(at('2026-07-01T22:30:00Z').includes('2026-07-02 00:30:00 (UTC+02:00)'))
  assert.ok(at('2026-07-01T22:30:00Z').includes(en.signed))
})

test('an approval without a signature is not called one', () => {
  const shown = texts(composeCertificate(bareCertificate()))
  assert.ok(shown.includes(en.approved) && !shown.includes(en.signed) && !shown.includes(en.meaning))
})

test('an automatically approved record names its performer and says that nobody else reviewed it', () => {
  const authorisation = { ...bareCertificate().authorisation, automatic: true }
  for (const language of ['en', 'de'] as const) {
    const shown = texts(composeCertificate({ ...bareCertificate(), language, authorisation }))
    const { authorisedBy, automaticRelease, approved } = messagesOf('certificate', language)
    for (const text of [authorisedBy, 'Tomás Herrera', automaticRelease])
      assert.ok(shown.includes(text), text)
    assert.ok(language === 'de' || !shown.includes(approved))
  }
})

test('the certificate of a standard is named with its issuer and with what it states for the point', () => {
  const stated = (value: string | null, expanded: string) => ({
    nominal: value === null ? null : { value, unit: 'mm' },
    expanded,
    coverage_factor: '2',
    unit: 'µm',
  })
  const shown = (certificate: StandardCertificate, language = 'en') =>
    texts(composeCertificate({ ...full, language, traceability: { standard: 'Blocks', certificate } }))
  const cases: [NonNullable<StandardCertificate['uncertainties']>, string][] = [
    [[stated(null, '0.4')], '0.4 µm (k = 2)'],
    [[stated('10', '0.4'), stated('20', '0.4')], '0.4 µm (k = 2)'],
    [[stated('10', '0.4'), stated('20', '0.5')], '0.4 µm (k = 2) at 10 mm; 0.5 µm (k = 2) at 20 mm'],
    [['0.5', '0.4', '0.6', '0.55'].map((each) => stated(each, each)), '0.4 to 0.6 µm (k = 2)'],
  ]
  for (const [uncertainties, expected] of cases) {
    assert.ok(shown({ issuer: { provider: 'Metro Labs' }, uncertainties }).includes(expected), expected)
  }
  assert.ok(shown({ issuer: { provider: 'Metro Labs' } }).includes('Metro Labs'))
  assert.ok(shown({ issuer: 'own' }).includes('this laboratory'))
  assert.ok(shown({ uncertainties: [stated(null, '0.4')] }, 'de').includes('0,4 µm (k = 2)'))
})

test('German pages have a decimal comma in measured values, and do not change texts that people wrote', () => {
  const measurement = { nominal: '10.000 mm', asFound: { value: '10.0072 mm', deviation: '+0.0072 mm' } }
  const page = composeCertificate({
    ...full,
    language: 'de',
    measurement,
    temperature: '20.1 °C',
    notes: 'Version 2.4',
  })
  const shown = JSON.stringify(page)
  for (const tail of ['",000"', '",0072"', '20,1 °C', 'Version 2.4']) assert.ok(shown.includes(tail), tail)
  assert.ok(!shown.includes('".0072"'))
})

test('German pages have the same texts with German labels', () => {
  const page = composeCertificate(sampleCertificate({ language: 'de', paper: 'letter' }))
  assert.deepEqual([page.title, page.language, page.paper], ['Kalibrierschein', 'de', 'us-letter'])
  assert.deepEqual(page.pageOf, { before: 'Seite ', between: ' von ', after: '' })
  assert.ok(texts(page).includes('innerhalb der Toleranz') && texts(page).includes('7734-20881'))
})

test('verification names the address, the place in the ledger and the root', () => {
  const { verification } = composeCertificate(full)
  assert.deepEqual(
    verification?.facts.map(({ value }) => value),
    [full.verificationUrl, 'index 18204, tree size 18211', full.ledger?.root],
  )
})
