import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exponentBetween, isUsableUnit } from './unit-scale.ts'

test('SI prefixes of one unit are powers of ten', () => {
  const cases: [string, string, number][] = [
    ['µm', 'mm', -3],
    ['um', 'mm', -3],
    ['micron', 'mm', -3],
    ['mV', 'V', -3],
    ['uA', 'μA', 0],
    ['kΩ', 'ohm', 3],
    ['mg', 'kg', -6],
    ['hPa', 'Pa', 2],
    ['hPa', 'kPa', -1],
    ['mbar', 'bar', -3],
    ['cl', 'mL', 1],
    ['mm²', 'm^2', -6],
    ['kN·m', 'N m', 3],
    ['µm/m', 'mm/m', -3],
    ['m/ms', 'm/s', 3],
    ['dam', 'm', 1],
    ['%RH', '% RH', 0],
    ['pH', 'pH', 0],
  ]
  for (const [from, to, exponent] of cases) assert.equal(exponentBetween(from, to), exponent, `${from} ${to}`)
})

test('every prefix is the power of ten of table 7 of the SI Brochure', () => {
  const prefixes: Record<string, number> = {
    Q: 30,
    R: 27,
    Y: 24,
    Z: 21,
    E: 18,
    P: 15,
    T: 12,
    G: 9,
    M: 6,
    k: 3,
    h: 2,
    da: 1,
    d: -1,
    c: -2,
    m: -3,
    μ: -6,
    u: -6,
    n: -9,
    p: -12,
    f: -15,
    a: -18,
    z: -21,
    y: -24,
    r: -27,
    q: -30,
  }
  for (const [prefix, exponent] of Object.entries(prefixes))
    assert.equal(exponentBetween(`${prefix}W`, 'W'), exponent, prefix)
})

test('units that differ in more than a prefix are never converted', () => {
  const pairs = [
    'mm in',
    'bar Pa',
    'K °C',
    'V %',
    'min in',
    'min s',
    'm mol',
    'ft t',
    'ppm m',
    'h H',
    'N·m J',
    'mV mA',
  ]
  for (const [from = '', to = ''] of pairs.map((pair) => pair.split(' '))) {
    assert.equal(exponentBetween(from, to), null, `${from} ${to}`)
  }
  // What a product after the bar divides is not said.
  assert.equal(exponentBetween('J/kg·K', 'J/g·K'), null)
})

test('units are usable whose powers have one digit and which shift by at most 10^60', () => {
  for (const unit of ['m', 'mm²', 'm^9', 'm^-9', 's⁻¹', 'kg·m^2/s^2', 'qm^2', 'V DC', '1/min', 'mm Hg', '']) {
    assert.ok(isUsableUnit(unit), unit)
  }
  for (const unit of ['m\n·s', '\r', 'm\u2028s', '/\n·', '·', '//', '^']) {
    assert.equal(typeof isUsableUnit(unit), 'boolean')
    assert.equal(exponentBetween(unit, 'm'), null, 'a text that is no unit equals its own spelling alone')
  }
  const beyond = [
    'm^10',
    'm^0',
    'm^-0',
    'm^',
    'm^0.5',
    'm^1.5',
    'm^3000000',
    'm^-999999',
    'm¹⁰',
    'm⁰',
    'Qm^3',
    'km^9·Mm^9',
    'Qm^2·dam',
  ]
  for (const unit of beyond) {
    assert.ok(!isUsableUnit(unit), unit)
    assert.equal(exponentBetween(unit, 'm'), null)
    assert.equal(exponentBetween(unit, unit), 0)
  }
})
