import assert from 'node:assert/strict'
import { test } from 'vitest'
import { htmlFaults } from './html.ts'

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head><body>${body}</body></html>`

const faulty = {
  'a dialog inside a span': '<span><dialog></dialog></span>',
  'a block inside a span': '<span><div></div></span>',
  'a block inside an output': '<output><div></div></output>',
  'a name on a span': '<span aria-label="3 projects">3</span>',
  'aria-expanded together with popovertarget':
    '<button type="button" popovertarget="list" aria-expanded="false">Menu</button><div id="list" popover="auto"></div>',
  'two elements with the same id': '<p id="a"></p><p id="a"></p>',
  'a form without a submit button': '<form action="/search"><label>Words <input type="search" name="q"></label></form>',
}
for (const [name, body] of Object.entries(faulty)) {
  test(`reports ${name}`, async () => {
    assert.equal((await htmlFaults(page(body))).length, 1)
  })
}

test('accepts a valid page, and accepts a form without a submit button if scripts may submit it', async () => {
  assert.deepEqual(await htmlFaults(page('<main><h1>Title</h1><p>Text <b>and more</b></p></main>')), [])
  assert.deepEqual(await htmlFaults(page(faulty['a form without a submit button']), { hasScripts: true }), [])
})
