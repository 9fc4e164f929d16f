import { many } from '#kernel/db.ts'
import { startSite } from '#tests/support/site.ts'
import { lengthenArticles, seedPosts, withDatabase } from '../seed.ts'
import { everyPost, measuredPosts, type Peer, type PeerPost } from './peer.ts'
import { treeOf } from './programs.ts'

/** Fills a data folder with posts of many lengths. @returns them, newest first */
export async function seedDevstead(dataDir: string, count: number): Promise<PeerPost[]> {
  await seedPosts(dataDir, count)
  return withDatabase(dataDir, async (db) => {
    await lengthenArticles(db)
    return many<PeerPost>(db)`
      select 'post-' || id as slug, coalesce(title, left(excerpt, 60)) as title, content_html as html, is_long_form as "isArticle",
        created_at as "publishedAt" from posts order by created_at desc, id desc`
  })
}

/** Starts Devstead with its default settings and embedded database, as `npm start` does. */
export async function startDevstead(dataDir: string, posts: PeerPost[]): Promise<Peer> {
  // The load comes from a single address.
  const site = await startSite(dataDir, { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' })
  const { post, article } = measuredPosts(posts)
  return {
    name: 'Devstead',
    url: site.url,
    paths: {
      home: ['/'],
      post: [pathOf(post)],
      article: [pathOf(article)],
      [everyPost]: posts.map(pathOf),
      RSS: ['/rss.xml'],
      'JSON, 15 posts': ['/api/posts?limit=15'],
    },
    pids: () => treeOf(site.pid),
    stop: async () => void (await site.stop()),
  }
}

const pathOf = ({ slug }: PeerPost) => `/post/${slug.slice('post-'.length)}`
