import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { ContactMessage, MessageList } from '#features/conversation/contact-messages/contact-messages.contract.ts'
import { cacheProfile } from '#features/people/profiles/profiles.hooks.ts'
import { dismissToast, shownToast } from '#ui/toasts.ts'
import { answer, type Answers, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { adminMessagesView } from './admin-messages.tsx'

const admin = { ...alice, role: 'admin' as const }
const evil = '<img src=x onerror="window.pwned=1">'
const message: ContactMessage = {
  id: 7,
  name: 'Vera',
  email: 'vera+x@example.org',
  message: 'Hello!\nAre you free?',
  folder: 'inbox',
  isRead: false,
  doubts: [],
  createdAt: '2026-11-21T00:00:00.000Z',
}
const list = (...messages: ContactMessage[]): MessageList => ({
  messages,
  counts: { inbox: messages.length, archive: 3, spam: 0 },
  unread: messages.length,
  page: 1,
  totalPages: 1,
  total: messages.length,
})

beforeEach(() => {
  localStorage.clear()
  dismissToast()
})

async function open(messages: ContactMessage[], answers: Answers = {}, address = '/admin/messages') {
  await settle(() => history.replaceState(null, '', address))
  const asked = answer({
    'GET /api/users/me': () => Response.json(admin),
    'GET /api/admin/messages': () => Response.json(list(...messages)),
    'PATCH /api/admin/messages/7': ({ body }) => Response.json({ ...message, ...(body as object) }),
    'DELETE /api/admin/messages/7': () => new Response(null, { status: 204 }),
    ...answers,
  })
  signInHere()
  await settle(() => cacheProfile(admin))
  const { page } = await mount(<adminMessagesView.View params={{}} query={{} as never} />)
  await settle()
  const press = (name: string) =>
    settle(() => [...page.querySelectorAll('button')].findLast((one) => one.textContent.trim() === name)!.click())
  const sent = () => asked.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body])
  return { page, press, sent, asked }
}

test('shows messages as plain text, with a link that starts a reply', async () => {
  const { page } = await open([
    message,
    { ...message, id: 8, name: evil, message: evil, isRead: true, doubts: ['links'] },
  ])
  const [first, second] = [...page.querySelectorAll('article')]
  assert.match(first!.textContent, /Vera.*New.*vera\+x@example\.org.*Hello!\nAre you free\?/s)
  assert.ok(second!.textContent.includes(evil))
  assert.match(second!.textContent, /Possibly spam.*2 links/)
  assert.doesNotMatch(second!.textContent, /New/)
  assert.equal(page.querySelector('img'), null)
  const href = first!.querySelector('a')!.href
  const url = new URL(href)
  assert.equal(url.pathname, 'vera%2Bx@example.org')
  assert.equal(url.searchParams.get('subject'), 'Re: Your message to Devstead')
  assert.match(url.searchParams.get('body')!, /Vera wrote:\r\n> Hello!\r\n> Are you free\?/)
  assert.match(page.textContent, /deleted 365 days after they arrive/)
})

test('marks a message as read, archives it, and offers Undo', async () => {
  const t = await open([message])
  await t.press('Mark as read')
  await t.press('Archive')
  assert.equal(shownToast()?.title, 'Message archived')
  await settle(() => shownToast()?.action?.onSelect())
  await t.press('Mark as spam')
  const path = 'PATCH /api/admin/messages/7'
  assert.deepEqual(t.sent(), [
    [path, { isRead: true }],
    [path, { folder: 'archive', isRead: true }],
    [path, { folder: 'inbox', isRead: false }],
    [path, { folder: 'spam', isRead: true }],
  ])
})

test('deletes a message after confirmation', async () => {
  const t = await open([message])
  await t.press('Delete')
  assert.deepEqual(t.sent(), [])
  await t.press('Delete message')
  assert.deepEqual(t.sent(), [['DELETE /api/admin/messages/7', undefined]])
  assert.equal(shownToast()?.title, 'Message deleted')
})

test('blocks a sender’s address or domain, offers Undo, and lists blocks', async () => {
  const blocks = [{ id: 9, kind: 'email', label: 'vera@example.org', createdAt: message.createdAt }]
  const t = await open([message], {
    'POST /api/admin/blocks': () => Response.json(blocks[0], { status: 201 }),
    'GET /api/admin/blocks': () => Response.json({ blocks }),
    'DELETE /api/admin/blocks/9': () => new Response(null, { status: 204 }),
  })
  await t.press('Block vera+x@example.org')
  assert.deepEqual(
    [shownToast()?.title, shownToast()?.description],
    ['Blocked vera@example.org', 'New messages from this address will go to Spam.'],
  )
  await settle(() => shownToast()?.action?.onSelect())
  await t.press('Block everyone at example.org')
  assert.match(shownToast()?.description ?? '', /messages from this domain, and comments and webmentions that link/)
  await settle(() => t.page.querySelector('summary')!.click())
  await t.press('Unblock')
  assert.deepEqual(t.sent(), [
    ['POST /api/admin/blocks', { messageId: 7, kind: 'email' }],
    ['DELETE /api/admin/blocks/9', undefined],
    ['POST /api/admin/blocks', { messageId: 7, kind: 'domain' }],
    ['DELETE /api/admin/blocks/9', undefined],
  ])
})

test('does not offer to block everyone at a large mail provider', async () => {
  const t = await open([{ ...message, email: 'vera@gmail.com' }])
  assert.match(t.page.textContent, /Block vera@gmail\.com/)
  assert.doesNotMatch(t.page.textContent, /Block everyone/)
})

test('opens another folder by its URL, and shows why an action failed', async () => {
  const t = await open(
    [{ ...message, folder: 'spam' }],
    { 'PATCH /api/admin/messages/7': () => Response.json({ message: 'Not now' }, { status: 503 }) },
    '/admin/messages?folder=spam',
  )
  await t.press('Not spam')
  assert.deepEqual([shownToast()?.title, shownToast()?.description], ['Message not changed', 'Not now'])
  assert.equal(t.page.querySelector('.tab[aria-current]')?.textContent, 'Spam0')
})

test('shows an empty inbox, and explains why another administrator cannot read messages', async () => {
  const empty = await open([])
  assert.match(empty.page.textContent, /No messages.*will appear here/)
  const refused = { code: 'forbidden', message: 'Only the owner of this site can read its messages.' }
  const t = await open([], { 'GET /api/admin/messages': () => Response.json(refused, { status: 403 }) })
  assert.match(t.page.textContent, /Failed to load messages.*Only the owner/)
})
