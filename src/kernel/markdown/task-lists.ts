import type { Token } from 'markdown-it'
import { tokenOf } from './tokens.ts'

const box = /^\[([ xX])\](?=\s)/

/** Turns `[ ]` and `[x]` at the start of list items into disabled check boxes, each labeled by its item. */
export function checkTasks(tokens: Token[]): void {
  tokens.forEach((item, index) => {
    const inline = tokens[index + 2]
    if (item.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open' || !inline?.children) return
    const first = inline.children[0]
    const mark = first?.type === 'text' ? box.exec(first.content)?.[1] : undefined
    if (!first || mark === undefined) return
    first.content = first.content.slice('[ ]'.length)
    item.attrJoin('class', 'task')
    const checkbox = tokenOf('checkbox', 'input', 0, {
      type: 'checkbox',
      disabled: '',
      ...(mark !== ' ' && { checked: '' }),
    })
    inline.children.unshift(tokenOf('label_open', 'label', 1), checkbox)
    inline.children.push(tokenOf('label_close', 'label', -1))
  })
}
