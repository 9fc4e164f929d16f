import type { DemoPart } from '#kernel/demo.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { LinkInput } from './profile-links.contract.ts'
import { saveCheck, saveLinks } from './profile-links.store.ts'

/** Links by username. Each member's first link is verified. The example domains have no pages. */
const links: Record<string, LinkInput[]> = {
  mirela: [
    { label: 'Website', url: 'https://mirela-dobrescu.example/' },
    { label: 'LinkedIn', url: 'https://linkedin.example/in/mirela-dobrescu' },
    { label: 'Mastodon', url: 'https://mastodon.example/@mirela' },
  ],
  ines: [
    { label: 'Portfolio', url: 'https://ines-carvalhal.example/' },
    { label: 'LinkedIn', url: 'https://linkedin.example/in/ines-carvalhal' },
  ],
  saoirse: [{ label: 'Mastodon', url: 'https://mastodon.example/@saoirse' }],
}

/** Seeds links for some members. */
export const profileLinksDemo: DemoPart = async ({ ctx: { db, siteUrl }, members, nowMs }) => {
  const now = new Date(nowMs)
  for (const { id, username } of members) {
    const [first, ...others] = links[username] ?? []
    if (!first) continue
    await saveLinks(db, id, [first, ...others])
    const profileUrl = siteUrl + profileAddress.href({ username })
    const dueAt = new Date(nowMs + 365 * 86_400_000) // the pages do not exist
    await saveCheck(db, {
      memberId: id,
      url: first.url,
      profileUrl,
      result: 'links back',
      now,
      dueAt,
      trustedSince: now,
    })
  }
}
