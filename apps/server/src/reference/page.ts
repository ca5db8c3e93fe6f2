import { escaped, jsonBlock, phrase, prose } from './markup.ts'
import { schemaRows, type JsonSchema } from './schema-rows.ts'
import { style } from './style.ts'

/** The parts of an OpenAPI document that the page shows. */
export interface ReferenceDocument {
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Record<string, JsonSchema> }
}

interface ReferenceOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: ReferenceParameter[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, ReferenceResponse>
}

interface ReferenceParameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: JsonSchema
}

interface ReferenceResponse {
  description: string
  content?: Record<
    string,
    { schema?: JsonSchema; example?: unknown; examples?: Record<string, { summary: string }> }
  >
}

const METHODS = ['get', 'post', 'patch', 'delete'] as const

/**
 * Writes the reference of an API as one page of HTML: no scripts and nothing loaded from elsewhere,
 * so that it reads the same behind a closed network.
 */
export function referencePage(document: ReferenceDocument, documentUrl: string): string {
  const sections = document.tags.map((tag) => section(document, tag))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.info.title)}</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Operations">${navigation(document)}</nav>
<main>
<h1>${escaped(document.info.title)} <small>v${escaped(document.info.version)}</small></h1>
${prose(document.info.description)}
<p>Machine-readable: <a href="${escaped(documentUrl)}">OpenAPI 3.1</a>.</p>
${sections.join('\n')}
<section id="schemas"><h2>Schemas</h2>${schemas(document)}</section>
</main>
</body>
</html>
`
}

function operationsOf(document: ReferenceDocument, tag: string) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item)
      .map((method) => ({ path, method, item, operation: item[method] as ReferenceOperation }))
      .filter(({ operation }) => operation.tags.includes(tag)),
  )
}

function navigation(document: ReferenceDocument): string {
  const groups = document.tags.map((tag) => {
    const links = operationsOf(document, tag.name).map(
      ({ operation }) => `<li><a href="#${operation.operationId}">${escaped(operation.summary)}</a></li>`,
    )
    return `<h2>${escaped(tag.name)}</h2><ul>${links.join('')}</ul>`
  })
  return `${groups.join('')}<h2><a href="#schemas">Schemas</a></h2>`
}

function section(document: ReferenceDocument, tag: { name: string; description: string }): string {
  const operations = operationsOf(document, tag.name).map((found) => article(document, found))
  return `<section><h2>${escaped(tag.name)}</h2>${prose(tag.description)}${operations.join('')}</section>`
}

type Found = ReturnType<typeof operationsOf>[number]

function article(document: ReferenceDocument, { path, method, item, operation }: Found): string {
  const shared = (item['parameters'] ?? []) as ReferenceParameter[]
  return `<article id="${operation.operationId}">
<h3>${escaped(operation.summary)}</h3>
<p class="path"><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(document.servers[0]!.url + path)}</code></p>
${operation.description === undefined ? '' : prose(operation.description)}
${parameterTable([...shared, ...(operation.parameters ?? [])])}
${bodyTable(operation)}
${Object.entries(operation.responses)
  .map(([status, answer]) => response(status, answer))
  .join('')}
</article>`
}

function parameterTable(parameters: ReferenceParameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, schema, description }) =>
      `<tr><td><code>${escaped(name)}</code><br><small>${place}${required ? ', required' : ''}</small></td>` +
      `<td>${schemaRows.typeOf(schema)}${description === undefined ? '' : `<br>${phrase(description)}`}</td></tr>`,
  )
  return `<h4>Parameters</h4><table>${rows.join('')}</table>`
}

function bodyTable({ requestBody }: ReferenceOperation): string {
  if (!requestBody) return ''
  return `<h4>Body</h4><p>${schemaRows.typeOf(requestBody.content['application/json'].schema)}</p>`
}

function response(status: string, answer: ReferenceResponse): string {
  const content = Object.entries(answer.content ?? {})[0]
  if (Number(status) >= 400)
    return `<details><summary><b class="error">${status}</b></summary>${prose(answer.description)}</details>`
  const [type, { schema, example }] = content ?? ['', {}]
  const shape = schema && type === 'application/json' ? schemaRows.typeOf(schema) : escaped(type)
  return `<h4>${status} ${escaped(answer.description)}</h4><p>${shape}</p>${example === undefined ? '' : jsonBlock(example)}`
}

function schemas(document: ReferenceDocument): string {
  return Object.entries(document.components.schemas)
    .map(
      ([name, schema]) =>
        `<article id="schema-${escaped(name)}"><h3>${escaped(name)}</h3>${schemaRows.table(schema)}</article>`,
    )
    .join('')
}
