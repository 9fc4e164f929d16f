import { decodedText, id, oneOf, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

/** `comment=sent` thanks visitors for a comment that they sent without JavaScript. */
const postQuery = { mentions: pageNumber, comments: pageNumber, comment: oneOf(['sent']) }
/** A short post's address. For an article, it redirects to {@link articleAddress}. */
export const postAddress = address('/post/:id', { params: { id }, query: postQuery })
/** An article's address. Former slugs redirect. */
export const articleAddress = address('/blog/:slug', { params: { slug: decodedText }, query: postQuery })

/** Returns the canonical path of a post. */
export const postPath = (
  { id, slug }: { id: number; slug: string | null },
  query: Parameters<typeof postAddress.href>[1] = {},
): string => (slug === null ? postAddress.href({ id }, query) : articleAddress.href({ slug }, query))

export const editPostAddress = address('/post/:id/edit', { params: { id } })

/** Opens the composer, with the text that another app shares with the site's web app: see shared-text.contract.ts. */
export const composeAddress = address('/compose', {})

export const historyAddress = address('/post/:id/versions', { params: { id }, query: { page: pageNumber } })
export const revisionAddress = address('/post/:id/versions/:number', { params: { id, number: id } })

export const blogAddress = address('/blog', { query: { page: pageNumber } })
export const writeArticleAddress = address('/blog/create', {})
export const editArticleAddress = address('/blog/edit/:id', { params: { id } })

/** Returns the path of the post's editor. Articles have their own. */
export const editPath = ({ id, isLongForm }: { id: number; isLongForm: boolean }): string =>
  isLongForm ? editArticleAddress.href({ id }) : editPostAddress.href({ id })
