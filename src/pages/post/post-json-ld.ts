import { postImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import { type articleAddress, type postAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { langOf, type Post } from '#features/writing/posts/posts.contract.ts'
import { articleIdQuery, postQuery } from '#features/writing/posts/posts.hooks.ts'
import { authorJsonLd, siteReference } from '../json-ld.ts'
import type { PageJsonLd, SiteFacts } from '../page.ts'
import { picturesIn } from './pictures-in.ts'
import { postTitle } from './post-head.ts'

/** Describes a post and, for an article, its place in the blog. Source: schema.org, BlogPosting, SocialMediaPosting,
 *  BreadcrumbList */
export const postJsonLd: PageJsonLd<typeof postAddress> = (cache, { params }, site) => {
  const post = params && cache.getQueryData(postQuery(params.id).queryKey)
  return post ? thingsOf(post, site) : []
}

export const articleJsonLd: PageJsonLd<typeof articleAddress> = (cache, { params, query }, site) => {
  const id = params && cache.getQueryData(articleIdQuery(params.slug).queryKey)
  return typeof id === 'number' ? postJsonLd(cache, { params: { id }, query }, site) : []
}

function thingsOf(post: Post, site: SiteFacts): object[] {
  return post.isLongForm ? [posting(post, site), breadcrumbs(post, site)] : [posting(post, site)]
}

function posting(post: Post, site: SiteFacts): object {
  const url = site.url + postPath(post)
  const shown = [...(post.cover ? [post.cover.src] : []), ...picturesIn(post.contentHtml)]
  const pictures = shown.map((address) => new URL(address, site.url).href)
  return {
    '@type': post.isLongForm ? 'BlogPosting' : 'SocialMediaPosting',
    '@id': url,
    url,
    mainEntityOfPage: url,
    ...(post.canonicalUrl !== null && { isBasedOn: post.canonicalUrl }),
    headline: postTitle(post),
    description: post.excerpt,
    image: [site.url + postImageLink(post, site.name).path, ...pictures],
    author: authorJsonLd(post.user, site),
    datePublished: post.createdAt,
    dateModified: post.updatedAt,
    articleSection: post.category.displayName,
    ...(langOf(post) && { inLanguage: langOf(post) }),
    ...(post.tags.length + post.hashtags.length > 0 && { keywords: [...post.tags, ...post.hashtags] }),
    ...(post.isLongForm && { timeRequired: `PT${post.readingMinutes}M`, isPartOf: { '@id': `${site.url}/blog#blog` } }),
    ...(!post.isLongForm && { isPartOf: siteReference(site) }),
    commentCount: post.commentCount,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'LikeAction' },
      userInteractionCount: post.likeCount,
    },
  }
}

function breadcrumbs(post: Post, site: SiteFacts): object {
  const steps: [name: string, item: string][] = [
    [site.name, `${site.url}/`],
    ['Blog', `${site.url}/blog`],
    [postTitle(post), site.url + postPath(post)],
  ]
  const items = steps.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item }))
  return { '@type': 'BreadcrumbList', itemListElement: items }
}
