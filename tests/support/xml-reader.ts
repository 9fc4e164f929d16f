import assert from 'node:assert/strict'
import { DomUtils, parseDocument } from 'htmlparser2'
import { isWellFormed } from './well-formed.ts'

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** Returns the elements with that name in a document, which must be well-formed. */
export async function elementsIn(document: string, name: string): Promise<Element[]> {
  assert.ok(await isWellFormed(document), document)
  return DomUtils.getElementsByTagName(name, parseDocument(document, { xmlMode: true }))
}

/** Returns the text of the first descendant with that name, or null. */
export function textOf(element: Element, name: string): string | null {
  const found = DomUtils.getElementsByTagName(name, element.children, true, 1)[0]
  return found ? DomUtils.textContent(found) : null
}
