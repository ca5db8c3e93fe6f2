import { normaliseText } from './normalise-text.ts'

/** Texts that people write instead of an as-left reading, without periods. */
const SIGNS: ReadonlySet<string> = new Set(
  [
    'n/a, n / a, na, n a, not applicable, none, nil, same, same as found, as found, no adjustment, not adjusted',
    'no adjustments, no adjustment made, no adjustment needed, no adjustment required, without adjustment',
    'unadjusted, unchanged, no change, idem, ditto, ", ″, ”, “, 〃',
    'entfällt, entf, keine, keiner, keines, keine angabe, ka, k a, nicht zutreffend, dito, desgl, gleich',
    'wie vorgefunden, vorgefunden, wie vor, nicht justiert, unjustiert, nicht eingestellt, keine justierung',
    'ohne justierung, keine justage, ohne justage, unverändert, keine änderung',
    "so, s o, sans objet, néant, aucun, aucune, identique, inchangé, inchangée, tel que trouvé, pas d'ajustage",
    'sans ajustage, aucun ajustage, non ajusté, non ajustée, sans réglage, aucun réglage, sans changement',
    'aucun changement, non applicable',
    'no aplica, no aplicable, ninguno, ninguna, igual, ídem, sin ajuste, sin ajustes, ningún ajuste, no ajustado',
    'no ajustada, no se ajustó, sin cambio, sin cambios, como se encontró, tal como se encontró',
  ].flatMap((line) => line.split(', ')),
)

/** One or more dashes, with or without spaces; `-/-` and `./.` are used in German. */
const DASHES = /^(?:[-—―]+(?:[ /]*[-—―]+)*|\.\/\.)$/

/** As in `as-found`. */
const HYPHEN = /(?<=\p{L})-(?=\p{L})/gu

/**
 * Whether a text instead of an as-left reading states that nothing was adjusted, so that the as-found reading is the
 * final one. Source: tolerance comparison, signs in as_left.
 */
export function saysNotAdjusted(text: string | null | undefined): boolean {
  const normalised = normaliseText(text ?? '')
  if (DASHES.test(normalised)) return true
  const words = normalised.toLowerCase().replaceAll('.', '').replaceAll(HYPHEN, ' ')
  return SIGNS.has(words.replaceAll(/\s+/g, ' ').trim())
}
