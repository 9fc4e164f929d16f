import { createElement, Fragment, type ReactNode } from 'react'
import { type Arguments, formatOf } from './messages.ts'

/** The names of a message's elements, such as `link` in `Read the <link>guide</link>.` */
type Elements<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | Elements<Rest>
  : never

type RichValues<Text extends string> = Record<Exclude<Arguments<Text>, Elements<Text>>, ReactNode> &
  Record<Elements<Text>, (content: ReactNode) => ReactNode>

/** Returns a message with elements: `rich('Read the <link>guide</link>.', { link: (text) => <a href="…">{text}</a> })`. */
export function rich<const Text extends string>(text: Text, values: RichValues<Text>): ReactNode {
  const parts = formatOf(text, true).format<ReactNode>(elementsOf(values))
  return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts
}

/** The library passes an element's content as a list. */
const elementsOf = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? (parts: ReactNode[]) => value(parts.length === 1 ? parts[0] : createElement(Fragment, null, ...parts))
        : value,
    ]),
  )
