import { t } from '#messages/messages.ts'
import { audit } from '#kernel/audit.store.ts'
import { type Db, inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import { type Context, created, type Member, type Reply, unchanged } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { getPublishedPage } from './published-page.contract.ts'
import { slugInPath } from './page-paths.contract.ts'
import { checkPage } from './check-page.ts'
import {
  createPage,
  deletePage,
  getAddressState,
  getPage,
  getPages,
  isSamePage,
  orderPages,
  type PageInput,
  type SitePage,
  tooComplex,
  updatePage,
} from './site-pages.contract.ts'
import {
  changePage,
  findFormerTitle,
  findPage,
  findPageAt,
  findPublishedPage,
  insertPage,
  listPages,
  lockPages,
  removePage,
  savePageOrder,
} from './site-pages.store.ts'

export const sitePageRoutes = [
  implement(getPublishedPage, async ({ query, ctx }) => {
    const slug = slugInPath(query.slug)
    return slug === null ? null : findPublishedPage(ctx.db, slug)
  }),
  implement(getPages, async ({ ctx }) => ({ pages: await listPages(ctx.db) })),
  implement(createPage, ({ body, member, ctx }) => create(ctx, member, body)),
  implement(orderPages, async ({ body: { ids }, member, ctx }) => {
    await inTransaction(ctx.db, async (db) => {
      await savePageOrder(db, ids)
      await audit(db, { action: 'page.reordered', actor: member.id })
    })
    return { pages: await listPages(ctx.db) }
  }),
  implement(getAddressState, async ({ query: { slug, pageId }, ctx }) => {
    const problem = await ctx.sitePaths.problemOf(ctx.db, slug, pageId)
    const former = problem === null ? await findFormerTitle(ctx.db, slug, pageId) : null
    return {
      problem,
      note:
        former &&
        t('/{slug} now redirects to “{title}”, which used to have this address. It will show this page instead.', {
          slug,
          title: former,
        }),
    }
  }),
  implement(getPage, async ({ params, ctx }) => found(await findPage(ctx.db, params.id), 'Page')),
  implement(updatePage, ({ params, body: { updatedAt, ...input }, member, ctx }) =>
    update(ctx, { id: params.id, editorId: member.id, baseUpdatedAt: updatedAt }, input),
  ),
  implement(deletePage, async ({ params, member, ctx }) => {
    await inTransaction(ctx.db, async (db) => {
      const page = found(await findPage(db, params.id), 'Page')
      found((await removePage(db, params.id)) || null, 'Page')
      await audit(db, { action: 'page.deleted', actor: member.id, target: `/${page.slug}` })
    })
    return null
  }),
]

async function create(ctx: Context, member: Member, input: PageInput): Promise<Reply<SitePage>> {
  const rendered = await render(ctx, input)
  return inTransaction(ctx.db, async (db) => {
    await lockPages(db)
    const repeated = await findAt(db, input.slug)
    if (repeated && isSamePage(repeated, input)) return created(repeated, { hasChanged: false })
    await checkPage({ ...ctx, db }, input)
    const id = await insertPage(db, { authorId: member.id }, input, rendered)
    await audit(db, { action: 'page.created', actor: member.id, target: `/${input.slug}` })
    return created((await findPage(db, id))!, { hasChanged: input.isPublished })
  })
}

async function findAt(db: Db, slug: string): Promise<SitePage | null> {
  const page = await findPageAt(db, slug)
  return page && findPage(db, page.id)
}

interface PageEdit {
  id: number
  editorId: number
  baseUpdatedAt: string
}

async function update(ctx: Context, { id, editorId, baseUpdatedAt }: PageEdit, input: PageInput) {
  const rendered = await render(ctx, input)
  return inTransaction(ctx.db, async (db) => {
    await lockPages(db)
    const page = found(await findPage(db, id), 'Page')
    if (isSamePage(page, input)) return unchanged(page)
    if (Date.parse(baseUpdatedAt) !== Date.parse(page.updatedAt))
      throw new AppError('conflict', t('This page has been changed in the meantime.'), { extra: { page } })
    await checkPage({ ...ctx, db }, input, id)
    await changePage(db, page, input, rendered)
    await audit(db, { action: 'page.changed', actor: editorId, target: `/${input.slug}` })
    return (await findPage(db, id))!
  })
}

/** @throws AppError invalid_input if the page cannot show the whole text */
async function render({ markdown }: Context, { content }: PageInput) {
  const rendered = await markdown.render(content, { isArticle: true })
  if (!rendered.isTruncated) return rendered
  const message = tooComplex()
  throw new AppError('invalid_input', message, { issues: [{ path: 'content', message }] })
}
