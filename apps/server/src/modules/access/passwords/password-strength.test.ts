import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePassword } from './password.ts'
import { weaknessOf } from './password-strength.ts'

const PERSONAL = ['quentin.harbour@example.com', 'Quentin Harbour', 'Northgate Gauges']

const cases: [password: string, weakness: string | undefined][] = [
  ['aaaaaaaaaa', 'repeated'],
  ['          ', 'repeated'],
  ['1111111111a', 'repeated'],
  ['abababababab', 'repeated'],
  ['x'.repeat(256), 'repeated'],
  ['abcdefghijkl', 'sequence'],
  ['qwertzuiop12', 'sequence'],
  ['password123', 'common'],
  ['Password123!', 'common'],
  ['P@ssw0rd2024', 'common'],
  ['1234567890', 'common'],
  ['qwertyuiop', 'common'],
  ['iloveyou123', 'common'],
  ['passwort123', 'common'],
  ['summer2026!', 'common'],
  ['Winter2026!!', 'common'],
  ['sommer2026!!', 'common'],
  ['2026-Frühling', 'common'],
  ['Oktober/1999?', 'common'],
  ['1qay2wsx3edc', 'common'],
  ['yxcvbnm,.-', 'sequence'],
  ['plumbline2026', 'personal'],
  ['northgate2026', 'personal'],
  ['Harbour12345', 'personal'],
  ['northgategauges1', 'personal'],
  ['correct horse battery', undefined],
  ['Zx9!kq3vLm', undefined],
  ['hgkdowmeut', undefined],
  ['Schieblehre am Fenster', undefined],
  [`${'a'.repeat(60)}Zx9!kq3vLm`, undefined],
  [makePassword(), undefined],
]
for (const [password, weakness] of cases) {
  test(`"${password.slice(0, 30)}" is ${weakness ?? 'taken'}`, async () => {
    assert.equal(await weaknessOf(password, PERSONAL), weakness)
  })
}

test('an estimate considers only the beginning and the end of the longest permitted password', async () => {
  const hard = '4@8({[<369&#!1/|0$5+7%2/4passwordpassw0rd'.repeat(7).slice(0, 256)
  assert.equal(await weaknessOf(hard, PERSONAL), undefined)
  const strongWithin = `${'a'.repeat(100)}Zx9!kq3vLm${'a'.repeat(100)}`
  assert.equal(await weaknessOf(strongWithin, PERSONAL), 'repeated')
})
