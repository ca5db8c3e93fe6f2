import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instrumentUnit, isUnclearUnit, unitOf } from './unit.ts'

test('units are letters, signs and joins, and stay as they are written', () => {
  const units = ['mm', 'Mm', 'mW', 'MW', '°', '°C', 'kΩ', 'μm', '%', '%RH', 'ppm', 'm/s', 'N·m', 'V/div']
  for (const unit of [...units, 'm^2', 'm/s^2', 's^-1', 'kg·m^2/s^2', 'min', 'fs']) {
    assert.equal(unitOf(unit), unit)
  }
})

test('all joins of a product are one unit, and a quotient is another', () => {
  const products: [unit: string, ...spellings: string[]][] = [
    ['N·m', 'N·m', 'N⋅m', 'N.m', 'N*m', 'N m', 'N-m'],
    ['lbf·in', 'lbf·in', 'lbf⋅in', 'lbf.in', 'lbf*in', 'lbf in', 'lbf-in', 'lbf inch'],
    ['lb', 'lbs'],
    ['μm', 'um', 'micron', 'microns'],
    ['lbf·ft', 'ft lb', 'ft-lb', 'ft.lb', 'lb ft', 'ftlb', 'ftlbs', 'ft·lbf'],
    ['N·m', 'Nm'],
    ['cN·m', 'cN m', 'cN·m'],
    ['ozf·in', 'ozf in', 'ozf-in'],
    ['lbf·in', 'in-lb', 'in lbs', 'inlbs', 'lb·in'],
    ['N·m', 'N∙m'],
    ['kN·m', 'kNm', 'kN m'],
    ['kgf·cm', 'kgf cm', 'kgf-cm'],
    ['kW·h', 'kW h', 'kW·h'],
    ['mPa·s', 'mPa s', 'mPa·s'],
    ['Ω·m', 'ohm m', 'Ω m', 'Ω·m'],
    ['kg·m^2/s^2', 'kg m²/s²', 'kg*m^2/s^2', 'kg·m2/s2'],
    ['s^-1', 's^-1'],
  ]
  for (const [unit, ...spellings] of products) {
    for (const spelling of spellings) assert.equal(unitOf(spelling), unit, spelling)
  }
  assert.notEqual(unitOf('N/m'), unitOf('N m'))
  assert.notEqual(unitOf('mN m'), unitOf('MN m'))
})

test('a power is one unit, whether raised, after ^ or a digit after a letter', () => {
  const powers: [unit: string, ...spellings: string[]][] = [
    ['m^3/h', 'm³/h', 'm3/h', 'm^3/h'],
    ['kgf/cm^2', 'kgf/cm²', 'kgf/cm2', 'kgf/cm^2'],
    ['m/s^2', 'm/s²', 'm/s2', 'm/s^2'],
    ['mm^2', 'mm²', 'mm2'],
    ['s^-1', 's⁻¹', 's^-1'],
    ['m·s^-2', 'm·s⁻²', 'm s^-2'],
  ]
  for (const [unit, ...spellings] of powers) {
    for (const spelling of spellings) assert.equal(unitOf(spelling), unit, spelling)
  }
  for (const text of ['m4', 'm23', 'm²2', '²', '%2', '°²²', 'E3', 'e2', '1.5E3']) {
    assert.equal(unitOf(text), null, text)
  }
})

test('a space joins unit symbols only, never a remark', () => {
  const remarks = [
    'mm high',
    'V DC',
    'mm ok',
    'N foo',
    'foo N',
    'N  m',
    'mm of',
    'A rms',
    '% FS',
    '% m',
    'N min',
  ]
  for (const text of remarks) assert.equal(unitOf(text), null, text)
})

test('a few spellings are one unit', () => {
  const aliases: [string, string][] = [
    ['um', 'μm'],
    ['micron', 'μm'],
    ['ohm', 'Ω'],
    ['degC', '°C'],
    ['deg C', '°C'],
    ['inch', 'in'],
    ['"', 'in'],
    ['% RH', '%RH'],
    ['% rh', '%RH'],
    ['PSI', 'psi'],
    ['sec', 's'],
    ['pH units', 'pH'],
    ['‰', '‰'],
    ['um/m', 'μm/m'],
    ['kOhm', 'kΩ'],
    ['Ohms', 'Ω'],
    ['Mohm', 'MΩ'],
  ]
  for (const [spelling, unit] of aliases) assert.equal(unitOf(spelling), unit)
  for (const spelling of ['Psi', 'UM', 'DEGC', 'HZ', 'ohmmeter', 'kkohm'])
    assert.equal(unitOf(spelling), spelling)
})

test('every spelling of registers and of torque has its one unit', () => {
  const spellings: Record<string, string> = {
    μm: 'um micron',
    '°C': 'degC',
    in: 'inch inches "',
    '%RH': '%rh %HR %r.h.',
    psi: 'PSI',
    '°': 'deg',
    μL: 'ul uL μl',
    '%': 'percent',
    s: 'sec SEC',
    g: 'grams GRAMS',
    mm: 'MM',
    cm: 'CM',
    kg: 'KG',
    rpm: 'RPM',
    ppm: 'PPM',
    dB: 'DB',
    pF: 'PF',
    bar: 'BAR',
    N·m: 'Nm',
    mN·m: 'mNm',
    cN·m: 'cNm',
    dN·m: 'dNm',
    kN·m: 'kNm',
    MN·m: 'MNm',
    N·cm: 'Ncm',
    lbf·in: 'lbfin lbin inlb inlbs inlbf',
    lbf·ft: 'lbfft ftlb ftlbf ftlbs lbft',
  }
  for (const [unit, texts] of Object.entries(spellings))
    for (const text of texts.split(' ')) assert.equal(unitOf(text), unit, text)
  for (const text of ['% RH', '% rh', '% HR', '% r.h.']) assert.equal(unitOf(text), '%RH', text)
  for (const text of ['pH', 'pH unit', 'pH units']) assert.equal(unitOf(text), 'pH', text)
  for (const pound of ['lbf', 'lb', 'lbs']) {
    for (const length of ['ft', 'in']) {
      assert.equal(unitOf(`${length} ${pound}`), `lbf·${length}`)
      assert.equal(unitOf(`${pound}·${length}`), `lbf·${length}`)
    }
  }
})

test('what is no unit is not taken for one', () => {
  const junk = ['', 'mm.', '/s', 'm^', 'm^x', '%%', '° C', 'deg F', "'", 'mm (nominal)', 'мм']
  for (const text of junk) assert.equal(unitOf(text), null, text)
})

test('words that qualify a number are no units', () => {
  const words = [
    'digits',
    'dgt',
    'counts',
    'LSD',
    'LSB',
    'FS',
    '%FS',
    'F.S',
    'span',
    '%rdg',
    'Class',
    'max',
    'OK',
    'e',
    'E',
  ]
  for (const word of words) assert.equal(unitOf(word), null, word)
})

test('words that may be a unit or something else are unclear', () => {
  for (const unit of ['min', 'd', 'ct', 'cts', 'fs', 'cl', '%LEL'])
    assert.equal(isUnclearUnit(unit), true, unit)
  for (const unit of ['mm', 's', '%', '%RH', '%rh', 'ms']) assert.equal(isUnclearUnit(unit), false, unit)
})

test('the unit on the register stands as it is when it is no single unit', () => {
  assert.equal(instrumentUnit(' um '), 'μm')
  assert.equal(instrumentUnit('N m'), 'N·m')
  assert.equal(instrumentUnit('V, A, Ω'), 'V, A, Ω')
  for (const blank of [null, undefined, '', '  ']) assert.equal(instrumentUnit(blank), null)
})
