import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { slugPattern } from '#features/writing/site-pages/page-paths.contract.ts'
import { homeKinds, portfolioLayouts, type PortfolioBlock, portfolioBlocks } from './home-names.contract.ts'
import { settingText } from './setting-text.contract.ts'

/** The slug of one of the site's pages; empty for none. */
export const PageSlug = z
  .string()
  .check(z.regex(new RegExp(`^$|${slugPattern.source}`), { error: () => t('Choose one of the site’s pages') }))

/** What visitors see at `/`. The choices for the kinds that are not in use are kept. */
export const HomeSettings = z
  .object({
    /** `portfolio`: about the owner. `page`: one of the site's pages. The feed is then at /posts. */
    kind: z.enum(homeKinds),
    page: PageSlug,
    layout: z.enum(portfolioLayouts),
    /** Empty: the owner's job title. */
    headline: settingText(120),
    /** The blocks to show, in display order. */
    blocks: z
      .array(z.enum(portfolioBlocks))
      .check(z.refine((all) => new Set(all).size === all.length, { error: () => t('Name each block only once') })),
  })
  .check(
    z.refine(({ kind, page }) => kind !== 'page' || page !== '', { error: () => t('Choose a page'), path: ['page'] }),
  )
export type HomeSettings = z.infer<typeof HomeSettings>

export const feedAsHome: HomeSettings = {
  kind: 'feed',
  page: '',
  layout: 'column',
  headline: '',
  blocks: [...portfolioBlocks],
}

interface BlockLabel {
  label: string
  hint: string
}
export const blockLabels = (): Record<PortfolioBlock, BlockLabel> => ({
  projects: { label: t('Projects'), hint: t('The owner’s first six projects') },
  writing: { label: t('Writing'), hint: t('The owner’s five newest articles') },
  talks: { label: t('Talks'), hint: t('The owner’s first six talks') },
  github: { label: 'GitHub', hint: t('A year of contributions, once the owner has added a GitHub username') },
  skills: { label: t('Skills'), hint: t('The skills on the owner’s profile') },
  testimonials: { label: t('Testimonials'), hint: t('Quotes about the owner, added in the owner’s settings') },
  pages: { label: t('Pages'), hint: t('The site’s pages in the navigation, such as /now or /uses') },
  links: { label: t('Elsewhere'), hint: t('The owner’s links, and the contact form if it is on') },
})
