import { cutText, postImageLink } from '#features/discovery/social-images/social-images.contract.ts'
import { ownFeedLink } from '#features/discovery/feeds/feeds.contract.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { isDeleted } from '#features/people/profiles/deleted.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { t } from '#messages/messages.ts'
import { descriptionLength, type Head } from '../page.ts'

const titleLength = 70

/** Returns the metadata for a post's page. */
export function postHead(post: Post, siteName: string): Head {
  const { user, category, excerpt } = post
  return {
    title: postTitle(post),
    description: excerpt
      ? cutText(excerpt, descriptionLength)
      : t('A post by {author} in {category}.', { author: user.displayName, category: category.displayName }),
    type: 'article',
    card: postImageLink(post, siteName),
    ...(post.cover && { picture: { address: post.cover.src, alt: post.cover.alt || postTitle(post) } }),
    ...(post.canonicalUrl !== null && { canonicalUrl: post.canonicalUrl }),
    publishedAt: post.createdAt,
    modifiedAt: post.updatedAt,
    section: category.displayName,
    tags: [...post.tags, ...post.hashtags],
    ...(!isDeleted(user) && {
      authorPath: profileAddress.href({ username: user.username }),
      feed: ownFeedLink(user.displayName, profileAddress.href({ username: user.username })),
    }),
    noindex: post.isUnlisted,
    isEmbeddable: true,
    acceptsWebmentions: true,
  }
}

/** Returns the title, or the author and the beginning of an untitled post. */
export const postTitle = (post: Post): string =>
  post.title ?? (post.excerpt ? `${post.user.displayName}: ${cutText(post.excerpt, titleLength)}` : byWhom(post))

/** For a post without text, such as a picture. */
const byWhom = ({ user }: Post): string => t('A post by {author}', { author: user.displayName })
