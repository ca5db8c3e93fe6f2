import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMarkdown } from './parse-markdown.ts'

const kinds = (text: string) => parseMarkdown(text).map(({ kind, lines }) => `${kind} ${lines.length}`)

test('a work instruction has headings, paragraphs, bullets and steps', () => {
  const text =
    '# Prepare\nClean the jaws.\nWait.\n\n- cloth\n- blocks\n  of grade 1\n1. Close\n2) Read\n\nDone'
  assert.deepEqual(kinds(text), ['heading 1', 'paragraph 2', 'bullets 2', 'steps 2', 'paragraph 1'])
  const [, , bullets] = parseMarkdown(text)
  assert.deepEqual(bullets!.lines[1], [{ kind: 'text', text: 'blocks of grade 1' }])
})

test('a line has strong and emphasised text, code and links to the web', () => {
  const [block] = parseMarkdown('Turn **slowly**, *twice*, to `0.00`, see [the manual](https://a.example/b).')
  assert.deepEqual(block!.lines[0], [
    { kind: 'text', text: 'Turn ' },
    { kind: 'strong', text: 'slowly' },
    { kind: 'text', text: ', ' },
    { kind: 'emphasis', text: 'twice' },
    { kind: 'text', text: ', to ' },
    { kind: 'code', text: '0.00' },
    { kind: 'text', text: ', see ' },
    { kind: 'link', text: 'the manual', href: 'https://a.example/b' },
    { kind: 'text', text: '.' },
  ])
})

test('everything else is shown as it is written: no HTML, no other links', () => {
  for (const text of ['<b onclick="x()">x</b>', '[x](javascript:alert(1))', '5 * 3 * 2', 'a_b_', '#1 of 2']) {
    const [block] = parseMarkdown(text)
    assert.deepEqual([block!.kind, block!.lines[0]!.map((piece) => piece.text).join('')], ['paragraph', text])
    assert.ok(block!.lines[0]!.every((piece) => piece.kind !== 'link'))
  }
})
