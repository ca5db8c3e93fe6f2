import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutantsOf } from './find-mutants.ts'

/** Returns the source after each of its mutations. */
const changed = (source: string) =>
  mutantsOf(source).map(({ start, end, text }) => {
    const bytes = Buffer.from(source)
    return `${bytes.toString('utf8', 0, start)}${text}${bytes.toString('utf8', end)}`
  })

const cases: [source: string, changed: string[]][] = [
  ['a < b', [';', 'a <= b', 'a >= b']],
  ['x = a === b', [';', 'x = a !== b']],
  ['x = a && b', [';', 'x = a || b']],
  ['x = a ?? b', [';', 'x = (a)']],
  ['x = a + b', [';', 'x = a - b']],
  ["x = a + 'b'", [';', "x = a + ''"]],
  ['x = !a', [';', 'x =  a']],
  ['if (a) b()', ['if (true) b()', 'if (false) b()', 'if (a) ;']],
  ['while (a) b()', ['while (false) b()', 'while (a) ;']],
  ['const x = a ? 1 : 2n', changedConditional()],
  ['const x = true', ['const x = false']],
  ["const x = ''", ["const x = 'x'"]],
  ['const x = [a]', ['const x = []']],
  ['const x = /^a$/i', ['const x = /a$/i', 'const x = /^a/i']],
  ['const x = a.every(b)', ['const x = a.some(b)']],
  ['x += 1', [';', 'x -= 1', 'x += 2', 'x += 0']],
]

function changedConditional(): string[] {
  const tests = ['true', 'false'].map((value) => `const x = ${value} ? 1 : 2n`)
  const values = ['2 : 2n', '0 : 2n', '1 : 3n', '1 : (1n)'].map((value) => `const x = a ? ${value}`)
  return [...tests, ...values]
}

for (const [source, expected] of cases) {
  test(`${source} is changed in every way that may mean something else`, () => {
    assert.deepEqual(changed(source).toSorted(), expected.toSorted())
  })
}

test('types, imports, names of members and sentences for people are left alone', () => {
  const sources = [
    "import { a } from './a.ts'",
    "export * from './a.ts'",
    "type A = 'a' | 1",
    "const x: 'a' = y as 'a'",
    "const x = { 'a-b': y }",
    "const x = 'No such thing.'",
    'const x = `No such ${thing} here`',
    'const x = `${thing} is missing.`',
    "const [x = ''] = y",
  ]
  for (const source of sources) assert.deepEqual(changed(source), [], source)
})

test('places are counted in bytes, as a loader replaces them', () => {
  assert.deepEqual(changed("const ä = 'ü', x = 1"), [
    "const ä = '', x = 1",
    "const ä = 'ü', x = 2",
    "const ä = 'ü', x = 0",
  ])
})
