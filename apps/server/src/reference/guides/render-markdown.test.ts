import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkTarget } from './documentation.ts'
import { renderMarkdown } from './render-markdown.ts'

const guide = { slug: 'points', title: 'Points', file: 'docs/api/points.md' }
const other = { slug: 'measurements', title: 'Measurements', file: 'docs/measurements.md' }

test('links lead to pages, and those to files that are not served are plain text', () => {
  const target = (href: string) =>
    linkTarget(href, guide, [guide, other], { 'docs/api/openapi.json': '/document' })
  assert.equal(target('../measurements.md#decision'), '/docs/measurements#decision')
  assert.equal(target('openapi.json'), '/document')
  assert.equal(target('https://example.com/a.md'), 'https://example.com/a.md')
  assert.equal(target('#here'), '#here')
  assert.equal(target('../decisions/0001-reference-page.md'), undefined)
  assert.equal(
    renderMarkdown('[gone](x.md) `<b>`', () => undefined).html,
    '<p>gone <code>&lt;b&gt;</code></p>\n',
  )
})

test('headings have the ids that GitHub gives them, and their text is what the search reads', () => {
  const { sections, html } = renderMarkdown(
    '# A title\n\nWords with `code`.\n\n## `GET /x`: what it does\n\n| a | b |\n|---|---|\n| c | d |\n\n## A title\n',
    () => undefined,
  )
  assert.deepEqual(
    sections.map(({ id, heading }) => [id, heading]),
    [
      ['a-title', 'A title'],
      ['get-x-what-it-does', 'GET /x: what it does'],
      ['a-title-1', 'A title'],
    ],
  )
  assert.deepEqual(
    sections.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()),
    ['Words with code.', 'a b c d', ''],
  )
  assert.ok(html.includes('<h2 id="get-x-what-it-does">'))
})

test('HTML in a document is shown as text', () => {
  assert.equal(
    renderMarkdown('a <img src=x onerror=alert(1)> b', () => undefined).html,
    '<p>a &lt;img src=x onerror=alert(1)&gt; b</p>\n',
  )
})
