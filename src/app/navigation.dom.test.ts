import assert from 'node:assert/strict'
import { afterEach, test, vi } from 'vitest'
import { blogAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page, type PageView } from '#pages/page.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { askBeforeLeaving } from '#web/leaving.ts'
import { goTo, reloadPage } from './navigation.ts'

afterEach(() => dismissToast())

const view: PageView<typeof blogAddress> = { View: () => null, head: () => ({ title: 'Blog' }) }

/** Opens a page whose code loads only while the browser is online, and records what happens. */
function offline({ capturing = false } = {}) {
  const t = {
    isOnline: false,
    hasCode: true,
    status: 200,
    opened: [] as string[],
    go: ({ isReplacement = false } = {}) =>
      goTo({
        isReplacement,
        page: page(blogAddress, {
          name: 'blog',
          capturing,
          view: () => (t.isOnline && t.hasCode ? Promise.resolve(view) : Promise.reject(new TypeError('Failed'))),
        }),
        to: '/blog',
        navigate: () => void t.opened.push('here'),
      }),
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    t.isOnline
      ? Promise.resolve(new Response(null, { status: t.status }))
      : Promise.reject(new TypeError('Failed to fetch')),
  )
  vi.spyOn(location, 'assign').mockImplementation((to) => void t.opened.push(`document ${String(to)}`))
  vi.spyOn(location, 'reload').mockImplementation(() => void t.opened.push('reload'))
  return t
}

const retry = () => {
  const { action } = shownToast()!
  dismissToast()
  action!.onSelect()
}

test('keeps the current page if the next one cannot be loaded offline, and opens it on a retry', async () => {
  const t = offline()
  await t.go()
  assert.deepEqual(t.opened, [])
  assert.equal(shownToast()?.action?.label, 'Try again')
  t.isOnline = true
  retry()
  await vi.waitFor(() => assert.deepEqual(t.opened, ['here']))
  assert.equal(shownToast(), null)
})

test('paints the click before it shows the page, but does not delay a redirect', async () => {
  const t = offline()
  t.isOnline = true
  const painted = Promise.withResolvers<void>()
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((paint) => {
    void painted.promise.then(() => paint(0))
    return 0
  })
  const going = t.go()
  await new Promise((resolve) => setTimeout(resolve))
  assert.deepEqual(t.opened, [])
  painted.resolve()
  await going
  assert.deepEqual(t.opened, ['here'])
  await t.go({ isReplacement: true })
  assert.deepEqual(t.opened, ['here', 'here'])
})

test('opens a page as a new document if its code no longer exists or if it needs one', async () => {
  const updated = offline()
  Object.assign(updated, { isOnline: true, hasCode: false })
  await updated.go()
  assert.deepEqual(updated.opened, ['document /blog'])
  const capturing = offline({ capturing: true })
  await capturing.go()
  assert.deepEqual(capturing.opened, [])
  capturing.isOnline = true
  await capturing.go()
  assert.deepEqual(capturing.opened, ['document /blog'])
})

test('keeps the current page if the server only responds with errors', async () => {
  const t = offline()
  Object.assign(t, { isOnline: true, hasCode: false, status: 502 })
  await t.go()
  assert.deepEqual(t.opened, [])
  assert.equal(shownToast()?.title, 'The site can’t be reached')
})

test('opens only the page that was chosen last, even if the answer about the first comes later', async () => {
  const t = offline()
  t.isOnline = true
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  let asked = 0
  const stop = askBeforeLeaving(() => answers[asked++]!.promise)
  const first = t.go()
  await vi.waitFor(() => assert.equal(asked, 1))
  const second = t.go()
  await vi.waitFor(() => assert.equal(asked, 2))
  answers[1]!.resolve(true)
  await second
  answers[0]!.resolve(true)
  await first
  stop()
  assert.deepEqual(t.opened, ['here'])
})

test('does not leave after Back, even if the answer comes later', async () => {
  const t = offline()
  t.isOnline = true
  const leaving = Promise.withResolvers<boolean>()
  let asked = 0
  const stop = askBeforeLeaving(() => {
    asked += 1
    return leaving.promise
  })
  const going = t.go()
  await vi.waitFor(() => assert.equal(asked, 1))
  dispatchEvent(new PopStateEvent('popstate'))
  leaving.resolve(true)
  await going
  stop()
  assert.deepEqual(t.opened, [])
})

test('asks about unsaved work only if the next page can be opened', async () => {
  const t = offline()
  const asked: string[] = []
  const stop = askBeforeLeaving((to) => {
    asked.push(to)
    return Promise.resolve(false)
  })
  await t.go()
  assert.deepEqual(asked, [])
  t.isOnline = true
  await t.go()
  stop()
  assert.deepEqual([asked, t.opened], [['/blog'], []])
})

test('reloads a broken page only when the site can be reached', async () => {
  const t = offline()
  await reloadPage()
  assert.deepEqual(t.opened, [])
  assert.equal(shownToast()?.description, 'Reload the page once you are back online.')
  t.isOnline = true
  retry()
  await vi.waitFor(() => assert.deepEqual(t.opened, ['reload']))
})
