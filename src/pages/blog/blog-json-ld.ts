import type { blogAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { articleListQuery } from '#features/writing/articles/article-list.hooks.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { authorJsonLd, siteReference } from '../json-ld.ts'
import type { PageJsonLd, SiteFacts } from '../page.ts'

/** Describes the blog, with the articles on this page. Source: schema.org, Blog */
export const blogJsonLd: PageJsonLd<typeof blogAddress> = (cache, { query: { page } }, site) => {
  const list = cache.getQueryData(articleListQuery(page).queryKey)
  const blog = {
    '@type': 'Blog',
    '@id': `${site.url}/blog#blog`,
    url: `${site.url}/blog`,
    name: `${site.name} Blog`,
    isPartOf: siteReference(site),
    blogPost: list?.posts.map((post) => listed(post, site)) ?? [],
  }
  return [blog]
}

function listed(post: Post, site: SiteFacts): object {
  const { title, createdAt, user } = post
  const url = site.url + postPath(post)
  const author = authorJsonLd(user, site)
  return { '@type': 'BlogPosting', '@id': url, url, headline: title, datePublished: createdAt, author }
}
