import { t } from '#messages/messages.ts'
import './text-change.css'
import type { TextPart } from './history.contract.ts'

/** The changes to a text: added parts are underlined, removed parts are struck through. */
export const TextChanges = ({ parts }: { parts: TextPart[] }) => (
  <div className="text-change" dir="auto">
    {withKeys(parts).map(([key, part]) => (
      <Part key={key} part={part} />
    ))}
  </div>
)

/** Uses the start of each part as its key. */
function withKeys(parts: TextPart[]): [number, TextPart][] {
  let position = 0
  return parts.map((part) => {
    const key = position
    position += part.kind === 'gap' ? 1 : part.text.length
    return [key, part]
  })
}

function Part({ part }: { part: TextPart }) {
  if (part.kind === 'gap') return <p className="text-change-gap meta">{gapLabel(part.lines)}</p>
  if (part.kind === 'added') return <ins>{visible(part.text)}</ins>
  if (part.kind === 'removed') return <del>{visible(part.text)}</del>
  return part.text
}

const gapLabel = (lines: number) => t('{lines, plural, one {# unchanged line} other {# unchanged lines}}', { lines })

/** Makes changes that consist only of spaces or line breaks visible. */
const visible = (text: string) =>
  text.trim() === '' ? text.replaceAll('\n', '↵\n').replaceAll(' ', '␣').replaceAll('\t', '⇥') : text
