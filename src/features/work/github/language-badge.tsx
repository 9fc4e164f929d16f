import './language-badge.css'
import { Badge } from '#ui/badge.tsx'
import { tintOf } from '#schemas/initials.contract.ts'

/** A programming language with a color from the palette, close to GitHub's color for well-known languages. */
export const LanguageBadge = ({ language }: { language: string }) => (
  <Badge color={languageTint(language)}>
    <span className="language-dot" />
    {language}
  </Badge>
)

/** A dot in the color of a programming language, shown before its name. */
export const LanguageDot = ({ language }: { language: string }) => (
  <i className="language-dot" data-tint={languageTint(language)} />
)

const byTint = {
  amber: ['JavaScript', 'Rust', 'Java', 'Zig', 'Swift', 'Nix', 'Python'],
  blue: ['TypeScript', 'C', 'Lua', 'R', 'Dockerfile', 'F#'],
  green: ['Shell', 'Vue', 'C#', 'Makefile', 'Vim Script', 'Emacs Lisp'],
  rose: ['C++', 'Ruby', 'Scala', 'Gleam', 'Sass', 'SCSS'],
  red: ['HTML', 'Svelte', 'Astro', 'OCaml'],
  slate: ['Markdown', 'TeX', 'Assembly', 'WebAssembly'],
  teal: ['Go', 'Dart', 'Jupyter Notebook', 'Clojure'],
  violet: ['CSS', 'Kotlin', 'PHP', 'Elixir', 'Haskell', 'Perl', 'Julia', 'Erlang'],
}
const tints = new Map(Object.entries(byTint).flatMap(([tint, names]) => names.map((name) => [name, tint])))

const languageTint = (language: string): string => tints.get(language) ?? tintOf(language)
