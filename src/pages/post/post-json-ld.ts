import { postCard } from '#features/cards/cards.contract.ts'
import { permalink } from '#features/feeds/feeds.contract.ts'
import type { Post } from '#features/posts/posts.contract.ts'
import { personJsonLd, siteReference } from '../json-ld.ts'
import type { SiteFacts } from '../page.ts'
import { picturesIn } from './pictures-in.ts'

/** A post, and an article's place in the blog. Source: schema.org, BlogPosting, SocialMediaPosting, BreadcrumbList */
export function postJsonLd(post: Post, headline: string, site: SiteFacts): object[] {
  const url = permalink(site.url, post.id)
  const pictures = picturesIn(post.contentHtml).map((address) => new URL(address, site.url).href)
  const posting = {
    '@type': post.isLongForm ? 'BlogPosting' : 'SocialMediaPosting',
    '@id': url,
    url,
    mainEntityOfPage: url,
    headline,
    description: post.excerpt,
    image: [site.url + postCard(post, site.name).path, ...pictures],
    author: personJsonLd(post.user, site),
    datePublished: post.createdAt,
    dateModified: post.updatedAt,
    articleSection: post.category.displayName,
    ...(post.isLongForm && { timeRequired: `PT${post.readingMinutes}M`, isPartOf: { '@id': `${site.url}/blog#blog` } }),
    ...(!post.isLongForm && { isPartOf: siteReference(site) }),
    commentCount: post.commentCount,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'LikeAction' },
      userInteractionCount: post.likeCount,
    },
  }
  return post.isLongForm ? [posting, breadcrumbs(headline, url, site)] : [posting]
}

function breadcrumbs(headline: string, url: string, site: SiteFacts): object {
  const steps: [name: string, item: string][] = [
    [site.name, `${site.url}/`],
    ['Blog', `${site.url}/blog`],
    [headline, url],
  ]
  const items = steps.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item }))
  return { '@type': 'BreadcrumbList', itemListElement: items }
}
