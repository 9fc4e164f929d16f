import { type ProfileLink, type ProfileLinks } from '#features/people/profile-links/profile-links.contract.ts'
import { githubAddress, type User } from '#features/people/profiles/profiles.contract.ts'

/** Returns the member's GitHub account and links, without duplicate URLs. */
export function linksOf({ githubUsername }: User, named: ProfileLinks | undefined): ProfileLink[] {
  const links = named?.links ?? []
  if (githubUsername === null) return links
  const url = githubAddress(githubUsername)
  const github = { label: githubUsername, url, verifiedAt: named?.githubVerifiedAt ?? null }
  return [github, ...links.filter((link) => link.url !== url)]
}
