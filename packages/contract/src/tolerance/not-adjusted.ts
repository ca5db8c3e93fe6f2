import { normaliseText } from './normalise-text.ts'

/** What people write in place of a reading as left; full stops are left out. */
const SIGNS: ReadonlySet<string> = new Set(
  [
    'n/a, n / a, na, not applicable, none, nil, same, same as found, as found, no adjustment, not adjusted',
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

const DASHES = /^[-—―]+$/

/**
 * Whether a text in place of a reading as left says that nothing was adjusted, so that the reading as found is the final
 * one. Source: tolerance comparison, signs in as_left.
 */
export function saysNotAdjusted(text: string | null | undefined): boolean {
  const normalised = normaliseText(text ?? '')
  if (DASHES.test(normalised)) return true
  return SIGNS.has(normalised.toLowerCase().replaceAll('.', '').replaceAll(/\s+/g, ' ').trim())
}
