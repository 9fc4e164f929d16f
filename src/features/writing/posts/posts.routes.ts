import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { type Db, inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { allowed, type Context, created, type Member, type Reply, unchanged } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { waitText } from '#kernel/limits.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { isOwnUserId } from '#features/people/profiles/new-profile.contract.ts'
import { saveDetails } from './article-details.store.ts'
import { coverOf } from './covers.ts'
import { postPath } from './post-addresses.contract.ts'
import {
  canEditPost,
  changed,
  deletePost,
  getArticle,
  getPost,
  getPosts,
  getPostsBy,
  getPostSource,
  idempotencyHeader,
  isOfFeedSection,
  isUnchanged,
  NewPostHeaders,
  type Post,
  previewPost,
  publishPost,
  updatePost,
} from './posts.contract.ts'
import { type NewPost, type PostChange, tooComplex } from './new-posts.contract.ts'
import { postChanged, postDeleted, postSaved } from './posts.events.ts'
import { findPostKey } from './post-keys.store.ts'
import { listPosts, listPostsBy } from './post-lists.store.ts'
import { publishIn } from './publish-post.ts'
import { requireSectionOf, sectionOff } from './post-sections.store.ts'
import { changePost, findPost, findSlug, isDeleted, isMember, removePost, requireCategory } from './posts.store.ts'

/** Limit on previewed Markdown per member per minute: twenty posts of the maximum length. */
const previewBytes = perMember('preview bytes', 2_000_000, 60)

const tooMuchPreviewed = (waitSeconds: number) =>
  new AppError('rate_limited', t('Preview limit reached. Try again in {wait}.', { wait: waitText(waitSeconds) }), {
    retryAfterSeconds: waitSeconds,
  })

export const postRoutes = [
  implement(getPosts, async ({ query, member, ctx }) => {
    if (isOfFeedSection(query) && !ctx.siteSettings.isOn('feed')) throw sectionOff('feed')
    if ((query.type === 'following' || query.type === 'unlisted') && !member)
      throw new AppError('not_signed_in', t('Sign in to do this.'))
    if (query.categoryId !== undefined) await requireCategory(ctx.db, query.categoryId)
    return listPosts(ctx.db, query, member)
  }),
  implement(getPostsBy, async ({ params: { id }, query, member, ctx }) => {
    if (!(await isMember(ctx.db, id))) throw new AppError('not_found', t('User not found'))
    return listPostsBy(ctx.db, id, query, member)
  }),
  implement(publishPost, async ({ request, body, member, ctx }) => {
    const { [idempotencyHeader]: key } = NewPostHeaders.parse({
      [idempotencyHeader]: request.headers.get(idempotencyHeader),
    })
    allowed(isOwnUserId(member, body.userId), t('You can only post as yourself.'))
    return publish(ctx, member, body, key)
  }),
  implement(
    previewPost,
    async ({ body: { content, isLongForm, hasHashtags = true, withLines }, member, ctx, consume }) => {
      const waitSeconds = await consume({ ...previewBytes, amount: Buffer.byteLength(content) }, String(member.id))
      if (waitSeconds !== null) throw tooMuchPreviewed(waitSeconds)
      const { html, isTruncated } = await ctx.markdown.render(content, {
        isArticle: isLongForm,
        hasHashtags,
        withLines,
      })
      return { html, isTruncated }
    },
  ),
  implement(getPost, ({ params, member, ctx }) => presentPost(ctx, params.id, member)),
  implement(getArticle, async ({ params: { slug }, member, ctx }) => {
    const id = found(await findSlug(ctx.db, slug), 'Post')
    return presentPost(ctx, id, member)
  }),
  implement(updatePost, async ({ params, body, member, ctx }) => {
    allowed(isOwnUserId(member, body.userId), t('You can’t change the author of a post.'))
    return save(ctx, params.id, body, member)
  }),
  implement(deletePost, async ({ params, member, ctx }) => {
    const post = await presentPost(ctx, params.id, member)
    allowed(post.canDelete, t('You can only delete your own posts.'))
    return inTransaction(ctx.db, async (db) => {
      await removePost(db, post.id, member.id)
      await ctx.emit(db, postDeleted, { post })
      await auditOthers(db, 'post.deleted', member, post)
      return null
    })
  }),
  implement(getPostSource, async ({ params: { id }, ctx }) => {
    const { content, slug } = await presentPost(ctx, id, null)
    const link = `<${ctx.siteUrl}${postPath({ id, slug })}>; rel="canonical"`
    const headers = { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'no-cache', link }
    return new Response(content, { headers })
  }),
]

/** Returns the post. @throws AppError gone if it was deleted, not_found if it never existed */
async function presentPost({ db }: Context, id: number, viewer: Member | null): Promise<Post> {
  const post = await findPost(db, id, viewer)
  if (!post && (await isDeleted(db, id))) throw deleted()
  return found(post, 'Post')
}

const deleted = () => new AppError('gone', t('This post has been deleted.'))

/** Creates the post, or finds the one that the member created with the same key.
 *  @throws AppError gone if that one has been deleted */
async function publish(ctx: Context, member: Member, input: NewPost, key: string | null): Promise<Reply<Post>> {
  const first = key === null ? null : await findPostKey(ctx.db, member.id, key)
  if (first) {
    if (first.postId === null) throw deleted()
    return created(await presentPost(ctx, first.postId, member), { hasChanged: false })
  }
  const rendered = await ctx.markdown.render(input.content, { isArticle: input.isLongForm, hasHashtags: true })
  if (rendered.isTruncated) throw refusedAsTooComplex()
  const cover = await coverOf(ctx, input.cover)
  const post = await inTransaction(ctx.db, (db) =>
    publishIn(db, ctx, { member, key, input, rendered, cover, isExact: true }),
  )
  return post ? created(post) : publish(ctx, member, input, key)
}

/** Applies the change to the current post, and retries if another change was made in the meantime. Ignores a change
 *  that has no effect. */
async function save(ctx: Context, id: number, change: PostChange, member: Member): Promise<Post | Reply<Post>> {
  const post = await presentPost(ctx, id, member)
  allowed(canEditPost(member, post), t('You can only edit your own posts.'))
  if (change.updatedAt !== undefined && Date.parse(change.updatedAt) !== Date.parse(post.updatedAt)) {
    throw new AppError('conflict', t('This post has been changed in the meantime.'), { extra: { post } })
  }
  const input = changed(post, change)
  if (isUnchanged(post, input)) return unchanged(post)
  await requireCategory(ctx.db, input.categoryId)
  const rendered = await ctx.markdown.render(input.content, { isArticle: input.isLongForm, hasHashtags: true })
  // If the text predates the limit or was imported, the title and category can still be changed.
  if (rendered.isTruncated && input.content !== post.content) throw refusedAsTooComplex()
  const cover = await coverOf(ctx, input.cover, post.cover)
  const saved = await inTransaction(ctx.db, async (db) => {
    if ((input.isLongForm ?? false) !== post.isLongForm) await requireSectionOf(db, input)
    if (!(await changePost(db, post, { input, rendered, editorId: member.id }))) return null
    await saveDetails(db, id, { ...input, cover }, { isExact: true, isNew: false })
    await ctx.emit(db, postSaved, { id, input, rendered, isNew: false })
    const saved = await presentPost({ ...ctx, db }, id, member)
    await ctx.emit(db, postChanged, { before: post, post: saved })
    await auditOthers(db, 'post.edited', member, post)
    return saved
  })
  return saved ?? save(ctx, id, change, member)
}

/** Records that an administrator changed another member’s post. */
async function auditOthers(db: Db, action: 'post.edited' | 'post.deleted', { id }: Member, post: Post): Promise<void> {
  if (post.user.id === id) return
  await audit(db, { action, actor: id, subjectId: post.user.id, target: `/post/${post.id}` })
}

function refusedAsTooComplex(): AppError {
  const message = tooComplex()
  return new AppError('invalid_input', message, { issues: [{ path: 'content', message }] })
}
