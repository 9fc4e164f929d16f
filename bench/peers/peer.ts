/** Every post is requested once, so that no cache has it yet. */
export const everyPost = 'every post, once'
/** What is measured on every site. */
export const pageKinds = ['home', 'post', 'article', everyPost, 'RSS', 'JSON, 15 posts'] as const
export type PageKind = (typeof pageKinds)[number]

/** A running site with the same posts as all others. */
export interface Peer {
  name: string
  url: string
  /** The paths that are requested in turn. */
  paths: Record<PageKind, string[]>
  /** The process ids of its programs, including its database. */
  pids: () => number[]
  stop: () => Promise<void>
}

/** A post that every site gets. `html` is the rendered Markdown. */
export interface PeerPost {
  title: string
  slug: string
  html: string
  isArticle: boolean
  publishedAt: Date
}

/** Returns the newest post and article, which are measured on every site. */
export function measuredPosts(posts: PeerPost[]): { post: PeerPost; article: PeerPost } {
  const [post, article] = [posts.find((one) => !one.isArticle), posts.find((one) => one.isArticle)]
  if (!post || !article) throw new Error('There are no posts to measure.')
  return { post, article }
}
