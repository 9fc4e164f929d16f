import { permalink } from '#features/feeds/feeds.contract.ts'
import type { Post } from '#features/posts/posts.contract.ts'
import { personJsonLd, siteReference } from '../json-ld.ts'
import type { SiteFacts } from '../page.ts'

/** The blog with the articles that this page of it lists. Source: schema.org, Blog */
export const blogJsonLd = (articles: Post[], site: SiteFacts): object[] => [
  {
    '@type': 'Blog',
    '@id': `${site.url}/blog#blog`,
    url: `${site.url}/blog`,
    name: `${site.name} Blog`,
    isPartOf: siteReference(site),
    blogPost: articles.map((post) => ({
      '@type': 'BlogPosting',
      '@id': permalink(site.url, post.id),
      url: permalink(site.url, post.id),
      headline: post.title,
      datePublished: post.createdAt,
      author: personJsonLd(post.user, site),
    })),
  },
]
