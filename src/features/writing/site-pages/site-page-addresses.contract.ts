import { id, matching } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'
import { slugInPath } from './page-paths.contract.ts'

const oneSegment = address('/:slug', { params: { slug: matching(/./s) } })

/** A page at its slug, which may contain slashes. Matches every path, so it must be matched last. */
export const sitePageAddress = {
  ...oneSegment,
  href: ({ slug }: { slug: string }) => `/${slug}`,
  match: (path: string) => ({ slug: slugInPath(path) ?? '' }),
}

/** The list for administrators, and the editor for a page. */
export const adminPagesAddress = address('/admin/pages', {})
export const newPageAddress = address('/admin/pages/new', {})
export const editPageAddress = address('/admin/pages/:id', { params: { id } })
