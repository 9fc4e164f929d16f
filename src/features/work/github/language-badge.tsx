import { Badge } from '#ui/badge.tsx'
import { tintOf } from '#ui/initials.ts'

/** A programming language with a color from the palette, close to GitHub's color for well-known languages. */
export const LanguageBadge = ({ language }: { language: string }) => (
  <Badge color={tints.get(language) ?? tintOf(language)}>
    <span className="language-dot" />
    {language}
  </Badge>
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
