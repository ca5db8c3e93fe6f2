/** A JSON value of an OpenAPI document. */
type Json = Record<string, unknown>

/**
 * Compares two OpenAPI documents and says, one sentence each, what the newer takes away from
 * clients of the older: an operation, a parameter, a member of an answer, a type, or a new
 * demand on requests. Additions are no breach (contract, "Versioning").
 */
export function brokenPromises(before: Json, after: Json): string[] {
  const problems: string[] = []
  for (const [path, item] of entries(before['paths'])) {
    for (const [method, operation] of entries(item)) {
      if (method === 'parameters') continue
      const now = member(member(after['paths'], path), method)
      if (now === undefined) problems.push(`${method.toUpperCase()} ${path} is gone.`)
      else
        problems.push(...brokenOperation(`${method.toUpperCase()} ${path}`, operation as Json, now as Json))
    }
  }
  for (const [name, schema] of entries(member(before['components'], 'schemas'))) {
    const now = member(member(after['components'], 'schemas'), name)
    if (now === undefined) problems.push(`Schema ${name} is gone.`)
    else problems.push(...brokenSchema(name, schema as Json, now as Json))
  }
  return problems
}

function brokenOperation(name: string, before: Json, after: Json): string[] {
  const problems: string[] = []
  for (const status of Object.keys(before['responses'] ?? {})) {
    if (Number(status) < 300 && member(after['responses'], status) === undefined) {
      problems.push(`${name} no longer answers ${status}.`)
    }
  }
  const parameters = (document: Json) =>
    (document['parameters'] ?? []) as { name: string; required: boolean }[]
  for (const { name: parameter } of parameters(before)) {
    if (!parameters(after).some((now) => now.name === parameter))
      problems.push(`${name} lost the parameter ${parameter}.`)
  }
  for (const { name: parameter, required } of parameters(after)) {
    const was = parameters(before).find((earlier) => earlier.name === parameter)
    if (required && !was?.required) problems.push(`${name} now demands the parameter ${parameter}.`)
  }
  return problems
}

/** Requests and answers share schemas, so a new demand and a lost member are both breaches. */
function brokenSchema(name: string, before: Json, after: Json): string[] {
  const problems: string[] = []
  for (const [property, schema] of entries(before['properties'])) {
    const now = member(after['properties'], property) as Json | undefined
    if (now === undefined) problems.push(`${name} lost ${property}.`)
    else if (JSON.stringify(typeOf(schema as Json)) !== JSON.stringify(typeOf(now)))
      problems.push(`${name}.${property} changed its type.`)
  }
  const required = (schema: Json) => (schema['required'] ?? []) as string[]
  const isRequest = /Create|Update|Request$/.test(name)
  for (const property of required(after)) {
    if (isRequest && !required(before).includes(property)) problems.push(`${name} now demands ${property}.`)
  }
  for (const property of required(before)) {
    if (!isRequest && !required(after).includes(property))
      problems.push(`${name} no longer promises ${property}.`)
  }
  return problems
}

function typeOf(schema: Json): unknown {
  return [schema['type'], schema['$ref'], schema['format']]
}

function entries(value: unknown): [string, unknown][] {
  return Object.entries((value ?? {}) as Json)
}

function member(value: unknown, name: string): unknown {
  return (value as Json | undefined)?.[name]
}
