import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Category } from '#features/writing/categories/categories.contract.ts'
import { Language } from '#schemas/languages.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { TagName } from '#schemas/tag-names.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { isSameDetails } from './article-details.contract.ts'
import { ImportedArticle, maxContentLength, NewPost, PostChange } from './new-posts.contract.ts'
import { mayActAgainst, mayPublish, type Role } from '#schemas/roles.contract.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    posts: true
  }
}

/** An article's cover. `src` is on this site or in its storage; `srcset` is empty if there is only one size. Width and
 *  height in pixels, if they are known. */
const Cover = z.object({
  url: z.string(),
  alt: z.string(),
  src: z.string(),
  srcset: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
})
export type Cover = z.infer<typeof Cover>

/** A post as one reader sees it. `contentHtml` is sanitized; in lists, it is empty for articles, which show their
 *  excerpt of at most 200 characters instead. `isTruncated`: `contentHtml` is only the beginning of the text; in lists,
 *  `content` may be truncated too. `mutedWord`: a muted word that the post contains, only in the reader's feed. Source:
 *  docs/product.md, Data. */
export const Post = z.object({
  id: Id,
  title: z.nullable(z.string()),
  content: z.string(),
  contentHtml: z.string(),
  isTruncated: z.boolean(),
  excerpt: z.string(),
  readingMinutes: z.int(),
  categoryId: Id,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  isLongForm: z.boolean(),
  isLiked: z.boolean(),
  likeCount: z.int().check(z.gte(0)),
  commentCount: z.int().check(z.gte(0)),
  /** Pinned to its author's profile. */
  isPinned: z.boolean(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  user: PublicAuthor,
  category: Category,
  /** The last part of an article's address; null for a short post. */
  slug: z.nullable(z.string()),
  /** Where the text was first published, if not here. */
  canonicalUrl: z.nullable(z.string()),
  cover: z.nullable(Cover),
  /** Omitted from lists, feeds, and search. */
  isUnlisted: z.boolean(),
  series: z.nullable(z.object({ name: z.string(), slug: z.string(), part: z.int() })),
  /** Chosen by the author. */
  tags: z.array(z.string()),
  /** The other tags: those in the text. */
  hashtags: z.array(z.string()),
  /** The language of the text that its author has chosen, as a BCP 47 tag. */
  language: z.nullable(Language),
  /** The language that the server has detected; null if uncertain. */
  detectedLanguage: z.nullable(Language),
  mutedWord: z.optional(z.string()),
})
export type Post = z.infer<typeof Post>

/** Returns the language of a post's text for `lang`, if it is known. */
export const langOf = ({ language, detectedLanguage }: Pick<Post, 'language' | 'detectedLanguage'>) =>
  language ?? detectedLanguage ?? undefined

/** Returns the tags to show below a post. Omits a short post's hashtags, because its text shows them. */
export const shownTagsOf = ({ isLongForm, tags, hashtags }: Post): string[] =>
  isLongForm ? [...tags, ...hashtags] : tags

export const PostList = z.object({ posts: z.array(Post), ...pageFields })
export type PostList = z.infer<typeof PostList>

const Flag = z.pipe(
  z.enum(['true', 'false'], 'isLongForm must be true or false'),
  z.transform((text: 'true' | 'false') => text === 'true'),
)
/** The number of posts in “Following”, the newest ones. */
export const maxFollowedPosts = 1000
/** Filters for a list. Without `isLongForm`, both kinds. `popular`: at least one like, most liked first. `following`:
 *  the newest {@link maxFollowedPosts} posts by members or with tags that the caller follows. `unlisted`: the caller's
 *  unlisted posts. */
export const PostListQuery = z.extend(PageQuery, {
  isLongForm: z.optional(Flag),
  type: z.optional(z.enum(['popular', 'following', 'unlisted'], 'type can only be popular, following, or unlisted')),
  categoryId: z.optional(IdText),
  tag: z.optional(TagName),
})
export type PostListQuery = z.infer<typeof PostListQuery>

/** Reports whether the query is for the feed, its filters, or short posts: what the section `feed` consists of. */
export const isOfFeedSection = ({ isLongForm, type, tag }: PostListQuery): boolean =>
  isLongForm === false || (isLongForm === undefined && tag === undefined && type !== 'unlisted')

/** Reports whether the query is for the feed, which has both kinds. */
export const isFeed = ({ isLongForm }: { isLongForm?: unknown }): boolean => isLongForm === undefined

/** Filters for a member's posts. `pinned`: only pinned posts, most recently pinned first. */
export const UserPostsQuery = z.extend(PageQuery, {
  pinned: z.optional(z.literal('true', 'pinned can only be true')),
  /** Articles only. */
  articles: z.optional(z.literal('true', 'articles can only be true')),
})
export type UserPostsQuery = z.infer<typeof UserPostsQuery>

/** Header for new posts: a repeated call with the same value does not create another post. */
export const idempotencyHeader = 'Idempotency-Key'
export const NewPostHeaders = z.object({
  [idempotencyHeader]: z.nullable(
    z
      .string()
      .check(
        z.regex(/^[ -~]{8,100}$/, { error: () => t('Idempotency-Key must be 8 to 100 printable ASCII characters') }),
      ),
  ),
})

/** Applies the change to the post. An imported article may keep its short title or text.
 *  @throws ZodError if the result is invalid */
export function changed(post: Post, { title, content, categoryId, isLongForm, slug, ...details }: PostChange): NewPost {
  const result = {
    title: title === undefined ? post.title : title,
    content: content === undefined ? post.content : content,
    categoryId: categoryId === undefined ? post.categoryId : categoryId,
    isLongForm: isLongForm === undefined ? post.isLongForm : isLongForm,
    slug: slug ?? post.slug,
    canonicalUrl: details.canonicalUrl === undefined ? post.canonicalUrl : details.canonicalUrl,
    cover: details.cover === undefined ? post.cover : details.cover,
    isUnlisted: details.isUnlisted ?? post.isUnlisted,
    series: details.series === undefined ? post.series : details.series,
    tags: details.tags === undefined ? post.tags : details.tags,
    language: details.language === undefined ? post.language : details.language,
  }
  const keepsText =
    post.isLongForm && result.isLongForm && result.title === post.title && result.content === post.content
  return keepsText ? ImportedArticle.parse(result) : NewPost.parse(result)
}

/** Reports whether the change has no effect. */
export const isUnchanged = (post: Post, { title, content, categoryId, isLongForm, ...details }: NewPost): boolean =>
  post.title === (title || null) &&
  post.content === content &&
  post.categoryId === categoryId &&
  post.isLongForm === (isLongForm ?? false) &&
  isSameDetails(post, details)

/** Markdown to preview. `hasHashtags`: links hashtags, as in posts (the default). `withLines`: adds the first source
 *  line of each block, counted from 0, as `data-line`. */
export const PreviewInput = z.object({
  content: z
    .string()
    .check(z.maxLength(maxContentLength, { error: () => t('Post content must be at most 100,000 characters') })),
  isLongForm: z.optional(z.boolean('isLongForm must be true or false')),
  hasHashtags: z.optional(z.boolean('hasHashtags must be true or false')),
  withLines: z.optional(z.boolean('withLines must be true or false')),
})
export type PreviewInput = z.infer<typeof PreviewInput>
/** `isTruncated`: the text has too many elements to be published, and `html` is its beginning. */
export const Preview = z.object({ html: z.string(), isTruncated: z.boolean() })
export type Preview = z.infer<typeof Preview>

/** Enough for {@link maxContentLength} characters escaped as six bytes each, plus the other fields. */
const maxBodyBytes = 640 * 1024

/** Visitors get the cached response until anything that pages show changes. */
const cachedForVisitors = { isCached: true, isPersonal: true, reads: ['content'] } as const

export const getPosts = endpoint('GET /api/posts', {
  summary: 'List posts',
  access: 'anyone',
  query: PostListQuery,
  answer: PostList,
  ...cachedForVisitors,
})
export const getPostsBy = endpoint('GET /api/users/:id/posts', {
  summary: "List a member's posts",
  access: 'anyone',
  params: { id: IdText },
  query: UserPostsQuery,
  answer: PostList,
  ...cachedForVisitors,
})
/** A repeated call with the same key returns the first post. */
export const publishPost = endpoint('POST /api/posts', {
  summary: 'Publish a post',
  access: 'writer',
  headers: { [idempotencyHeader]: 'Makes it safe to repeat the call: 8 to 100 printable ASCII characters' },
  body: NewPost,
  maxBodyBytes,
  answer: Post,
  creates: true,
  limits: [perMember('posts', 30, 3600)],
  changes: ['posts'],
})
export const previewPost = endpoint('POST /api/posts/preview', {
  summary: 'Render Markdown as it would be published',
  access: 'member',
  body: PreviewInput,
  maxBodyBytes,
  answer: Preview,
  limits: [perMember('previews', 120, 60)],
})
export const getPost = endpoint('GET /api/posts/:id', {
  summary: 'Get a post',
  access: 'anyone',
  params: { id: IdText },
  answer: Post,
  ...cachedForVisitors,
})
/** 409 with `post`, the current version, if `updatedAt` is out of date. */
export const updatePost = endpoint('PATCH /api/posts/:id', {
  summary: 'Edit a post',
  access: 'writer',
  params: { id: IdText },
  body: PostChange,
  maxBodyBytes,
  answer: Post,
  limits: [perMember('post changes', 120, 3600)],
  changes: ['posts', 'removals'],
})
export const deletePost = endpoint('DELETE /api/posts/:id', {
  summary: 'Delete a post',
  access: 'member',
  params: { id: IdText },
  answer: z.null(),
  changes: ['posts', 'removals'],
})
/** A former slug returns the article with its current `slug`. */
export const getArticle = endpoint('GET /api/articles/:slug', {
  section: 'blog',
  summary: 'Get an article by its address',
  access: 'anyone',
  params: { slug: z.string() },
  answer: Post,
  ...cachedForVisitors,
})
export const getPostSource = endpoint('GET /post/:id.md', {
  summary: 'Get a post as Markdown',
  access: 'anyone',
  params: { id: IdText },
  answer: media('text/markdown'),
  isCached: true,
  reads: ['posts'],
})

interface Editor {
  id: number
  role: Role
}
interface OwnedPost {
  user: { id: number }
}
/** Reports whether the member wrote the post or is an administrator. */
export const isAuthorOrAdmin = (member: Editor | null, { user }: OwnedPost): boolean =>
  member !== null && (member.role === 'admin' || member.id === user.id)
export const canEditPost = (member: Editor | null, post: OwnedPost): boolean =>
  member !== null && mayPublish(member) && isAuthorOrAdmin(member, post)
/** Moderators may delete posts by anyone except administrators and moderators. */
export const canDeletePost = (member: Editor | null, post: OwnedPost & { authorRole: Role }): boolean =>
  member !== null && (isAuthorOrAdmin(member, post) || mayActAgainst(member, { role: post.authorRole }))
