import { findContributions } from '#features/work/github/contributions.store.ts'
import { contributionsQuery } from '#features/work/github/github.hooks.ts'
import { profileLinksQuery } from '#features/people/profile-links/profile-links.hooks.ts'
import { findLinks } from '#features/people/profile-links/profile-links.store.ts'
import { userQuery } from '#features/people/profiles/profiles.hooks.ts'
import { findOwner } from '#features/people/profiles/profiles.store.ts'
import { talksQuery } from '#features/people/talks/talks.hooks.ts'
import { findTalks } from '#features/people/talks/talks.store.ts'
import { testimonialsQuery } from '#features/people/testimonials/testimonials.hooks.ts'
import { findTestimonials } from '#features/people/testimonials/testimonials.store.ts'
import { projectListQuery } from '#features/work/projects/projects.hooks.ts'
import { findProjects } from '#features/work/projects/projects.store.ts'
import { articlesByQuery } from '#features/writing/posts/posts-by.hooks.ts'
import { listPostsBy } from '#features/writing/posts/post-lists.store.ts'
import { preload } from '#web/preload.ts'
import type { Load, Loaded } from '../page.ts'
import type { portfolioAddress } from './portfolio.page.ts'
import { articlesShown } from './articles-shown.ts'

/** Loads what the portfolio shows. An empty site has no owner, and so nothing to show. */
export const loadPortfolio: Load<typeof portfolioAddress> = async ({ db, clock, siteSettings }) => {
  const owner = await findOwner(db)
  if (!owner) return { entries: [] }
  const { id, username, githubUsername } = owner
  const { blocks } = siteSettings.now.settings.home
  const isWanted = (block: 'projects' | 'writing' | 'github', section: 'projects' | 'blog' | 'github') =>
    blocks.includes(block) && siteSettings.isOn(section)
  const read: Promise<Loaded['entries'][number]>[] = [
    findLinks(db, id).then((links) => preload(profileLinksQuery(id), links ?? { links: [], githubVerifiedAt: null })),
  ]
  if (isWanted('projects', 'projects'))
    read.push(
      findProjects(db, { page: 1, userId: id }, null).then((projects) =>
        preload(projectListQuery({ userId: id }), projects),
      ),
    )
  if (blocks.includes('talks'))
    read.push(findTalks(db, id).then((found) => preload(talksQuery(id), found ?? { talks: [] })))
  if (blocks.includes('testimonials'))
    read.push(findTestimonials(db, id).then((found) => preload(testimonialsQuery(id), found ?? { testimonials: [] })))
  if (isWanted('writing', 'blog'))
    read.push(
      listPostsBy(db, id, { articles: 'true', page: 1, limit: articlesShown }, null).then((posts) =>
        preload(articlesByQuery(id, articlesShown), posts),
      ),
    )
  if (isWanted('github', 'github') && githubUsername !== null)
    read.push(findContributions(db, id, null, clock.now()).then((data) => preload(contributionsQuery(username), data)))
  return { entries: [preload(userQuery(username), owner), ...(await Promise.all(read))] }
}
