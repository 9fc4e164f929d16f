/** The rows of a site with this number of posts. Small sites have at least as many rows as fit on one page of each list,
 *  so that pages of all sizes show the same amount. */
export interface Scale {
  posts: number
  members: number
  comments: number
  webmentions: number
  tags: number
  /** Rows of each kind that is not listed above: projects, livestreams, series, mails, audit entries, and so on. */
  others: number
}

export const scaleOf = (posts: number): Scale => ({
  posts,
  members: clamp(posts / 10, 50, 10_000),
  comments: Math.max(posts, 400),
  webmentions: clamp(posts / 10, 100, 1_000_000),
  tags: clamp(posts / 20, 25, 5000),
  others: clamp(posts / 50, 40, 10_000),
})

const clamp = (value: number, least: number, most: number) => Math.round(Math.min(Math.max(value, least), most))

// The ids of members, who have the usernames `star`, `reader`, and `member3` to `member10000`.

/** Owns the site, wrote a third of its posts, and is followed by everyone. */
export const star = 1
/** Wrote a ninth of the posts and follows 40 members. */
export const reader = 2
/** Wrote ten posts and follows no one. */
export const quiet = 3

/** Half of all posts. */
export const commonTag = 'common'
/** Ten posts. */
export const rareTag = 'rare'
/** A word in a third of the posts. */
export const commonWord = 'evergreen'
/** A word in 20 posts. */
export const rareWord = 'needleword'

/** The article with the most likes, comments, webmentions, and versions. */
export const discussedPost = ({ posts }: Scale): number => Math.floor(posts / 120) * 60 + 60
/** A short post in the middle of the list. */
export const plainPost = ({ posts }: Scale): number => Math.floor(posts / 168) * 84 + 47

/** Members who signed up on the running site, before the others were added. */
export const accounts = [
  { id: star, username: 'star', email: 'star@example.org' },
  { id: reader, username: 'reader', email: 'reader@example.org' },
] as const
export const password = 'correct horse battery'
