/** Names for the same technology, in the form that {@link termsOf} returns, in lowercase. */
const synonyms = [
  ['javascript', 'js', 'ecmascript'],
  ['typescript', 'ts'],
  ['go', 'golang'],
  ['python', 'py'],
  ['ruby', 'rb'],
  ['rust', 'rustlang'],
  ['cpp', 'cplusplus', 'cxx'],
  ['cʂ', 'csharp'],
  ['fʂ', 'fsharp'],
  ['webassembly', 'wasm'],
  ['postgresql', 'postgres', 'pg'],
  ['mongodb', 'mongo'],
  ['elasticsearch', 'elastic'],
  ['kubernetes', 'k8s'],
  ['terraform', 'tf'],
  ['graphql', 'gql'],
  ['tailwind', 'tailwindcss'],
  ['css', 'css3'],
  ['html', 'html5'],
  ['accessibility', 'a11y'],
  ['internationalization', 'i18n'],
  ['localization', 'l10n'],
]

/** Names that are also ordinary English words. */
const ordinaryWords = new Set(['go', 'elastic', 'rust', 'tailwind'])

/** Returns the other names of a technology, each as words that must all match: `pg` and `postgres` for `postgresql`,
 *  `node` and `js` for `nodejs`. In prose, ordinary words do not count as names. */
export function otherNamesOf(word: string, isProse: boolean): string[][] {
  const name = word.toLowerCase()
  const known = synonyms.find((names) => names.includes(name))?.filter((other) => other !== name) ?? []
  const others = known.filter((other) => !(isProse && ordinaryWords.has(other)))
  const [, library] = /^(.{2,})js$/.exec(name) ?? []
  return [...others.map((other) => [other]), ...(library ? [[library, 'js']] : [])]
}
