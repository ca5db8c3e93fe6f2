// Rules of check-words.ts: how a text, a name and a file are split into words, and how counts compare.

/** A word that the glossary retires. `pattern` matches lower-case words; `left` is how often code may still have it. */
export interface RetiredWord {
  words: string
  use: string
  pattern: string
  /** What the pattern also matches and is no use of the word: a name of others, or a sentence that is kept as it was stored. */
  except?: string
  left: number
}

/** Returns a text in lower case with every name split into its words: `answerOnce`, `answer_once` and `answer-once` alike. */
export function wordsOf(text: string): string {
  return text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase()
}

/** Returns how often a retired word occurs in a text as a whole word, its exceptions aside. */
export function countsIn(text: string, { pattern, except }: Pick<RetiredWord, 'pattern' | 'except'>): number {
  const counted = except === undefined ? text : text.replaceAll(new RegExp(except, 'g'), ' ')
  return [...counted.matchAll(new RegExp(String.raw`\b(?:${pattern})\b`, 'g'))].length
}

/** Returns the lines of a Markdown file, with names in code left out. */
export function proseLines(markdown: string): string[] {
  let isCode = false
  return markdown.split('\n').map((line) => {
    const isFence = /^\s*```/.test(line)
    if (isFence) isCode = !isCode
    return isCode || isFence ? '' : wordsOf(line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ' '))
  })
}

/** Returns the lines of a message file, with keys and placeholders left out. */
export function messageLines(json: string): string[] {
  return json.split('\n').map((line) => wordsOf(line.replace(/^\s*"[^"]*":/, '').replaceAll(/\{\w+\}/g, ' ')))
}

/** Returns which words occur more often than allowed, and which less often. Both lists have the same order. */
export function comparedWith(
  allowed: readonly RetiredWord[],
  counted: readonly RetiredWord[],
): { risen: (RetiredWord & { from: number })[]; fallen: RetiredWord[] } {
  const pairs = counted.map((word, index) => ({ ...word, from: allowed[index]!.left }))
  return {
    risen: pairs.filter(({ left, from }) => left > from),
    fallen: pairs.filter(({ left, from }) => left < from),
  }
}
