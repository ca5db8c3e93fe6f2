import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certificateFileName, certificateNumber } from './certificate-number.ts'
import { isLargeCertificate } from './large-certificate.ts'

test('a certificate is numbered by the year of its issue and the place of its record', () => {
  const cases: [issuedOn: string, ledgerIndex: number, number: string][] = [
    ['2026-11-21', 7, '2026-000007'],
    ['2027-01-01', 0, '2027-000000'],
    ['2026-12-31', 123_456, '2026-123456'],
    ['2026-12-31', 1_234_567, '2026-1234567'],
  ]
  for (const [issuedOn, index, number] of cases) assert.equal(certificateNumber(issuedOn, index), number)
})

test('a saved certificate is named by its number and its instrument', () => {
  assert.equal(certificateFileName('2026-000007', 'MIC-1'), 'Certificate 2026-000007 MIC-1.pdf')
})

test('a certificate of more than 100 points is a large one', () => {
  for (const [points, isLarge] of [
    [null, false],
    [0, false],
    [100, false],
    [101, true],
  ] as const)
    assert.equal(isLargeCertificate(points), isLarge)
})
