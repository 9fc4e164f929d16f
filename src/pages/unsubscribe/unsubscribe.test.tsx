import assert from 'node:assert/strict'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { test } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { createQueryCache } from '#web/query-cache.ts'
import { answer, mount, settle } from '#tests/support/mount.tsx'
import { unsubscribeView } from './unsubscribe.tsx'

test('unsubscribes only after a click and shows a confirmation', async () => {
  history.replaceState(null, '', '/unsubscribe?token=1.abc')
  const asked = answer({ 'POST /unsubscribe': () => new Response(null, { status: 204 }) })
  const { page } = await mount(<unsubscribeView.View params={{}} query={{}} />)
  await settle()
  assert.deepEqual(asked, [])
  await settle(() => page.querySelector('button')!.click())
  assert.deepEqual(
    asked.map(({ call }) => call),
    ['POST /unsubscribe'],
  )
  assert.match(page.querySelector('h1')!.textContent, /Unsubscribed/)
})

test('shows that the link is incomplete', async () => {
  history.replaceState(null, '', '/unsubscribe')
  answer({ 'POST /unsubscribe': () => Response.json({ message: 'This link is incomplete.' }, { status: 404 }) })
  const { page } = await mount(<unsubscribeView.View params={{}} query={{}} />)
  await settle(() => page.querySelector('button')!.click())
  assert.match(page.querySelector('[role=alert]')!.textContent, /incomplete/)
})

test('submits the form to its own URL without scripts', () => {
  const html = renderToString(
    <QueryClientProvider client={createQueryCache()}>
      <Router ssrPath="/unsubscribe">
        <unsubscribeView.View params={{}} query={{}} />
      </Router>
    </QueryClientProvider>,
  )
  assert.match(html, /<form method="post"><button type="submit"/)
})
