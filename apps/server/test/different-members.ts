/** Members whose own member names are chosen by the caller or vary. */
const MAPS = new Set(['customFields', 'fields', 'values', 'mapping'])

/**
 * Returns the places where an example and a response of the server differ in their members or in the type of a value.
 * Null matches any value; of a list only the first element is compared.
 */
export function differentMembers(example: unknown, response: unknown, place: string): string[] {
  if (example === null || response === null) return []
  if (kindOf(example) !== kindOf(response)) {
    return [`${place}: ${kindOf(example)} in the example, ${kindOf(response)} in the response`]
  }
  if (Array.isArray(example)) {
    const [ofExample, ofResponse] = [example[0], (response as unknown[])[0]]
    if (ofExample === undefined || ofResponse === undefined) return []
    return differentMembers(ofExample, ofResponse, `${place}[0]`)
  }
  if (typeof example !== 'object' || MAPS.has(place.split('.').at(-1)!)) return []
  return differentObjects(example as Members, response as Members, place)
}

type Members = Readonly<Record<string, unknown>>

function differentObjects(example: Members, response: Members, place: string): string[] {
  const names = [...new Set([...Object.keys(example), ...Object.keys(response)])]
  return names.flatMap((name) => {
    if (!(name in example)) return [`${place}.${name}: only in the response`]
    if (!(name in response)) return [`${place}.${name}: only in the example`]
    return differentMembers(example[name], response[name], `${place}.${name}`)
  })
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)
