import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Demo, DemoPart } from '#kernel/demo.ts'
import { escapeHtml } from '#kernel/html.ts'
import { getWebmentionPhoto } from './endpoint.contract.ts'
import { savePhoto } from './webmention-photos.store.ts'
import { saveVerified, saveMention, type ModerationStatus } from './webmentions.store.ts'
import type { WebmentionType } from './webmentions.contract.ts'

/** Authors on other sites, and whether they have a picture. */
const people: [name: string, site: string, hasFace: boolean][] = [
  ['Nadia Ferreira', 'https://nadia.example/', true],
  ['Wes Oduya', 'https://notes.wes.example/', true],
  ['渡辺 あかり', 'https://akari.example/', true],
  ['Jonas Lindqvist', 'https://bsky.app/profile/jonas.lindqvist.example', true],
  ['ليلى حداد', 'https://layla.example/', true],
  ['Priya Raman', 'https://priya.example/', false],
  ['Émile Garnier-Duchesne', 'https://bsky.app/profile/emile.example', true],
  ['Sam', 'https://sam.example/', false],
  ['Zofia Wiśniewska', 'https://zofia.example/', true],
  ['Tane Rangi', 'https://tane.example/', true],
  ['Oona K.', 'https://oona.example/', false],
  ['Mateo Álvarez', 'https://bsky.app/profile/mateo.example', true],
  ['Hana Novák', 'https://hana.example/', true],
  ['Ravi Pillai', 'https://ravi.example/', true],
]

/** Author and content. */
const replies: [by: number, text: string][] = [
  [
    3,
    'We did the same last winter and measured the same knee in the curve. The one thing I would add: **warm the cache first**, or the first hour looks like a regression.',
  ],
  [1, 'I disagree about the second step, and wrote down why. Short version: it moves the wait, it does not remove it.'],
  [4, 'شكرًا على هذا الشرح الواضح. جرّبت الفكرة على مشروعي الصغير ونجحت من المرة الأولى.'],
  [9, 'This finally made it click for me. Thank you for leaving the wrong turns in.'],
]
const mentions: [title: string, type: WebmentionType][] = [
  ['Links for the long weekend', 'mention'],
  ['Things I want to try: small servers, big caches', 'bookmark-of'],
  ['A reading list on keeping software boring', 'mention'],
]
const waiting: [type: WebmentionType, title: string, text: string][] = [
  ['in-reply-to', '', 'Does this still hold with more than one region? I would love to see the numbers.'],
  ['mention', 'Weeknotes 47', ''],
  ['like-of', '', ''],
]

/** Creates mentions of three articles and some pending ones. Their sources do not exist and are never fetched. */
export const webmentionsDemo: DemoPart = async (demo) => {
  const { posts, members, chance } = demo
  const articles = posts.filter(({ isLongForm }) => isLongForm)
  const newest = articles.findLast(({ memberId }) => memberId === members[0]!.id) ?? articles.at(-1)
  if (!newest) return
  const photos = await Promise.all(people.map(async ([, , hasFace], index) => (hasFace ? saveFace(demo, index) : null)))
  let next = 0

  async function say(post: Demo['posts'][number], type: WebmentionType, status: ModerationStatus, words: Words = {}) {
    const { by = next % people.length, ...rest } = words
    next++
    const [name, site] = people[by]!
    const at = demo.nowMs - (demo.nowMs - post.createdAt.getTime()) * (0.02 + 0.95 * chance())
    await saveSaid(demo, post, { type, status, at, name, site, photo: photos[by]!, number: next, ...rest })
  }

  const others = articles.filter((post) => post !== newest).slice(-2)
  for (const [place, post] of [newest, ...others].entries()) {
    for (let count = [11, 5, 3][place]!; count > 0; count--) await say(post, 'like-of', 'approved')
    for (let count = [4, 2, 0][place]!; count > 0; count--) await say(post, 'repost-of', 'approved')
    for (const [by, text] of replies.slice(place * 2, place === 0 ? 3 : 4))
      await say(post, 'in-reply-to', 'approved', { by, text })
    for (const [title, type] of mentions.slice(place)) await say(post, type, 'approved', { title })
  }
  for (const [type, title, text] of waiting) await say(newest, type, 'pending', { title, text })
}

interface Words {
  /** Default: the next author. */
  by?: number
  title?: string
  text?: string
}
interface Said extends Omit<Words, 'by'> {
  type: WebmentionType
  status: ModerationStatus
  at: number
  name: string
  site: string
  photo: string | null
  number: number
}

async function saveSaid({ ctx }: Demo, post: Demo['posts'][number], said: Said): Promise<void> {
  const { type, status, at, name, site, photo, number, title = '', text = '' } = said
  const sourceUrl = `${site.replace('bsky.app/profile', 'bridge.example')}${site.endsWith('/') ? '' : '/'}${number}`
  const path = `/post/${post.id}`
  const addresses = {
    sourceUrl,
    sourceHost: new URL(sourceUrl).hostname,
    targetUrl: ctx.siteUrl + path,
    targetPath: path,
  }
  const row = await saveMention(ctx.db, { ...addresses, ownerId: post.memberId, postId: post.id }, at)
  if (!row) return
  const contentHtml = text && `<p>${escapeHtml(text).replace(/\*\*(.+?)\*\*/, '<strong>$1</strong>')}</p>`
  const author = { name, url: site, photo: '' }
  const publishedAt = new Date(at).toISOString()
  const entry = { type, url: sourceUrl, title, content: text, contentHtml, publishedAt, author, authorPage: '' }
  await saveVerified(ctx.db, row.id, { entry, photo, status, checkAt: null }, at)
}

/** Draws and saves a face. @returns its URL */
async function saveFace({ ctx, chance }: Demo, index: number): Promise<string> {
  const hue = Math.round((index * 137.5 + 40 * chance()) % 360)
  const [skin, hair] = [28 + 50 * chance(), 15 + 45 * chance()]
  const tilt = Math.round(-8 + 16 * chance())
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">
    <rect width="128" height="128" fill="hsl(${hue} 45% 72%)"/>
    <g transform="rotate(${tilt} 64 64)">
      <circle cx="64" cy="54" r="33" fill="hsl(25 40% ${hair / 2}%)"/>
      <path d="M14 132a50 46 0 0 1 100 0z" fill="hsl(${(hue + 180) % 360} 40% 40%)"/>
      <rect x="54" y="76" width="20" height="20" rx="8" fill="hsl(25 45% ${skin - 6}%)"/>
      <ellipse cx="64" cy="62" rx="23" ry="27" fill="hsl(25 45% ${skin}%)"/>
    </g></svg>`
  const bytes = await sharp(Buffer.from(svg)).resize(128, 128).webp({ quality: 80 }).toBuffer()
  const hash = createHash('sha256').update(bytes).digest()
  await savePhoto(ctx.db, hash, bytes)
  return getWebmentionPhoto.href({ name: `${hash.toString('hex')}.webp` })
}
