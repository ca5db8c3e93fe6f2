import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saysNotAdjusted } from './not-adjusted.ts'
import { outOfTolerance } from './out-of-tolerance.ts'
import { passNeedsJustification } from './pass-needs-justification.ts'

const signs = [
  'n/a|N/A|N/A.|na|N.A.|-|–|—|--| none |NIL|same|Same as found.|as found|No adjustment|not adjusted|unchanged',
  'no change|idem|Ditto|"|Ｎ／Ａ|n. a.|as-found|No adjustment required.|- -|-/-|./.|as found .',
  'entfällt|k. A.|keine Justierung|Nicht justiert.|wie vorgefunden|UNVERÄNDERT|dito',
  's.o.|sans objet|néant|inchangé|Pas d’ajustage|non ajusté',
  'aucun changement|no ajustada|sans ajustage',
  'no aplica|ninguno|sin ajuste|no ajustado|sin cambios|ídem',
].flatMap((line) => line.split('|'))

test('signs for "not adjusted" leave the reading as found to be the final one', () => {
  for (const asLeftReading of signs) {
    assert.ok(saysNotAdjusted(asLeftReading), asLeftReading)
    const record = { nominalValue: '10 V', tolerance: '0.1 V', asFoundReading: '11 V', asLeftReading }
    assert.equal(outOfTolerance(record).verdict, 'outside', asLeftReading)
    assert.ok(passNeedsJustification({ ...record, result: 'PASS' }), asLeftReading)
    assert.equal(outOfTolerance({ ...record, asFoundReading: '10.05 V' }).verdict, 'inside', asLeftReading)
  }
})

test('anything else in its place is the final reading, also where it is no number', () => {
  for (const asLeftReading of [
    'OK',
    'broken',
    '10.0 V',
    '-10',
    '- 10',
    '/',
    'n/a V',
    'same as before',
    '.',
    '0',
    'none taken',
  ]) {
    assert.ok(!saysNotAdjusted(asLeftReading), asLeftReading)
  }
  const unread = { nominalValue: '10 V', tolerance: '0.1 V', asFoundReading: '11 V', asLeftReading: 'OK' }
  assert.equal(outOfTolerance(unread).reason?.token, 'reading_not_read')
})

test('a sign in place of the reading as found is no reading', () => {
  const record = { nominalValue: '10 V', tolerance: '0.1 V', asFoundReading: 'n/a', asLeftReading: '10 V' }
  assert.equal(outOfTolerance(record).verdict, 'inside')
  assert.equal(outOfTolerance({ ...record, asLeftReading: '' }).reason?.token, 'reading_not_read')
})
