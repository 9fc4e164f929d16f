import * as z from 'zod/mini'
import { slugPattern } from '#features/writing/site-pages/page-paths.contract.ts'
import { homeKinds, portfolioLayouts, type PortfolioPart, portfolioParts } from './home-names.contract.ts'
import { settingText } from './setting-text.contract.ts'

/** The slug of one of the site's pages; empty for none. */
export const PageSlug = z
  .string()
  .check(z.regex(new RegExp(`^$|${slugPattern.source}`), 'Choose one of the site’s pages'))

/** What visitors see at `/`. The choices for the kinds that are not in use are kept. */
export const HomeSettings = z
  .object({
    /** `portfolio`: about the owner. `page`: one of the site's pages. The feed is then at /posts. */
    kind: z.enum(homeKinds),
    page: PageSlug,
    layout: z.enum(portfolioLayouts),
    /** Empty: the owner's job title. */
    headline: settingText(120),
    /** The parts to show, in display order. */
    parts: z
      .array(z.enum(portfolioParts))
      .check(z.refine((all) => new Set(all).size === all.length, 'Name each part only once')),
  })
  .check(z.refine(({ kind, page }) => kind !== 'page' || page !== '', { message: 'Choose a page', path: ['page'] }))
export type HomeSettings = z.infer<typeof HomeSettings>

export const feedAsHome: HomeSettings = {
  kind: 'feed',
  page: '',
  layout: 'column',
  headline: '',
  parts: [...portfolioParts],
}

interface PartLabel {
  label: string
  hint: string
}
export const partLabels: Record<PortfolioPart, PartLabel> = {
  projects: { label: 'Projects', hint: 'Your first six projects' },
  writing: { label: 'Writing', hint: 'Your five newest articles' },
  github: { label: 'GitHub', hint: 'A year of contributions, once your GitHub account is linked' },
  skills: { label: 'Skills', hint: 'The skills on your profile' },
  pages: { label: 'Pages', hint: 'The site’s pages in the navigation, such as /now, /uses, or /talks' },
  links: { label: 'Elsewhere', hint: 'Your links, and the contact form if it is on' },
}
