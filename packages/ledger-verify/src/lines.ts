import { Wrong } from './verdict.ts'

/**
 * The lines of a file that arrives in pieces, without their line feeds. Only a line feed ends a line, because
 * JSON can contain other separators unescaped. Text that is not UTF-8 is a fault.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let pieces: string[] = []
  for await (const chunk of chunks) {
    const [head = '', ...tails] = decode(decoder, chunk).split('\n')
    pieces.push(head)
    for (const tail of tails) {
      yield pieces.join('')
      pieces = [tail]
    }
  }
  const last = pieces.join('') + decode(decoder)
  if (last !== '') yield last
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch {
    throw new Wrong('malformed', 'The file is not text in UTF-8.')
  }
}
