import { cutText } from '#features/discovery/social-images/social-images.contract.ts'
import type { Project } from '#features/work/projects/projects.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { descriptionLength, type Head } from '../page.ts'

/** Returns the metadata for a project's page. */
export function projectHead({ title, description, user, thumbnail, createdAt, updatedAt }: Project): Head {
  return {
    title,
    description: cutText(description.replaceAll(/\s+/g, ' '), descriptionLength),
    type: 'article',
    publishedAt: createdAt,
    modifiedAt: updatedAt,
    authorPath: profileAddress.href({ username: user.username }),
    isEmbeddable: true,
    acceptsWebmentions: true,
    ...(thumbnail && { picture: { address: thumbnail.src, alt: title } }),
  }
}
