import { Badge } from '#ui/badge.tsx'
import { languageTint } from './language-tints.contract.ts'

/** A programming language with a color from the palette, close to GitHub's color for well-known languages. */
export const LanguageBadge = ({ language }: { language: string }) => (
  <Badge color={languageTint(language)}>
    <span className="language-dot" />
    {language}
  </Badge>
)
