import { addCopyButtons } from './code-copy.ts'
import { trustedHtml } from './trusted-html.ts'

/** The HTML of each shown block, without line numbers. */
const sources = new WeakMap<Node, string>()

/** Shows the HTML in the element. Replaces only the blocks between the first and the last one that differ from what is
 *  shown, and updates the line numbers of the others. */
export function patchBlocks(element: HTMLElement, html: string): void {
  const [before, after] = [[...element.childNodes], blocksIn(html)]
  const least = Math.min(before.length, after.length)
  const isSame = (at: number) => sources.get(before.at(at)!) === sources.get(after.at(at)!)
  let start = 0
  while (start < least && isSame(start)) start++
  let end = 0
  while (end < least - start && isSame(-1 - end)) end++

  const added = document.createDocumentFragment()
  added.append(...after.slice(start, after.length - end))
  addCopyButtons(added)
  for (const block of before.slice(start, before.length - end)) block.remove()
  element.insertBefore(added, before[before.length - end] ?? null)
  for (let at = 0; at < start; at++) copyLines(after[at]!, before[at]!)
  for (let at = 1; at <= end; at++) copyLines(after.at(-at)!, before.at(-at)!)
}

function blocksIn(html: string): ChildNode[] {
  const template = document.createElement('template')
  template.innerHTML = trustedHtml(html)
  const blocks = [...template.content.childNodes]
  for (const block of blocks) sources.set(block, sourceOf(block))
  return blocks
}

const sourceOf = (block: Node): string =>
  block instanceof Element ? block.outerHTML.replaceAll(/ data-line="\d+"/g, '') : (block.textContent ?? '')

function copyLines(from: Node, to: Node): void {
  const lines = numberedIn(from)
  for (const [at, element] of numberedIn(to).entries()) {
    const line = lines[at]?.dataset.line
    if (line !== undefined && element.dataset.line !== line) element.dataset.line = line
  }
}

/** Returns the elements with line numbers, in order. */
const numberedIn = (block: Node): HTMLElement[] =>
  block instanceof HTMLElement
    ? [...(block.matches('[data-line]') ? [block] : []), ...block.querySelectorAll<HTMLElement>('[data-line]')]
    : []
