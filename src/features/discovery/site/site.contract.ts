import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { portfolioLayouts, portfolioBlocks } from '#features/admin/site-settings/home-names.contract.ts'
import { typefaceNames } from '#features/admin/site-settings/look-names.contract.ts'
import { offByDefault, Section } from '#schemas/sections.contract.ts'

/** Maximum number of pages in the navigation. */
export const maxInNavigation = 8

const PageLink = z.object({ slug: z.string(), title: z.string() })

/** The picture at the top of the home page: the version for its URL, and its size in pixels. */
const Cover = z.object({ version: z.string(), width: z.int(), height: z.int() })
export type Cover = z.infer<typeof Cover>

/** Facts about the site that are embedded in every page. `ownerUsername` is null until the first registration. */
const SiteInfo = z.object({
  name: z.string(),
  ownerUsername: z.nullable(z.string()),
  /** Present while the operator has named an owner who has yet to register. */
  isOwnerNamed: z.optional(z.literal(true)),
  /** False if no one can register. */
  isRegistrationOpen: z.boolean(),
  /** Who can register; absent if anyone or no one can. `domains`: the email domains for the mode `domains`. */
  registration: z.optional(
    z.object({ mode: z.enum(['approval', 'invitation', 'domains']), domains: z.optional(z.array(z.string())) }),
  ),
  /** Minimum length of a new password; absent if a hosted identity provider has its own rules. */
  minPasswordLength: z.optional(z.int()),
  /** Whether the site can send email. True with a hosted identity provider, which sends its own emails. */
  canSendEmail: z.boolean(),
  /** False if the operator has turned off the service worker; otherwise absent. */
  hasServiceWorker: z.optional(z.literal(false)),
  /** The name of the OpenID Connect provider at which people can sign in; absent if there is none. */
  signInProvider: z.optional(z.string()),
  /** Present if new members get an email when an administrator approves or declines them. */
  emailsDecisions: z.optional(z.literal(true)),
  /** The pages in the navigation, in display order; absent if there are none. */
  pages: z.optional(z.array(PageLink)),
  /** A line below the name. Absent, like everything below, unless an administrator has set it. */
  tagline: z.optional(z.string()),
  /** The language of the content, unless it is English (`en`). */
  language: z.optional(z.string()),
  /** Present if everyone sees the interface in the same language. */
  hasOneLanguage: z.optional(z.literal(true)),
  /** The time zone in which the server shows times, unless it is UTC. */
  timeZone: z.optional(z.string()),
  /** For search engines and link previews. */
  description: z.optional(z.string()),
  /** The version of the site's own icon. */
  icon: z.optional(z.string()),
  /** Present if the site's own icon is also an SVG. */
  hasSvgIcon: z.optional(z.literal(true)),
  /** The version of the site's own stylesheet. */
  styles: z.optional(z.string()),
  /** The typeface, unless it is the built-in one. */
  typeface: z.optional(z.enum(typefaceNames)),
  /** The version of the administrators' own CSS. */
  customCss: z.optional(z.string()),
  /** What is at `/` instead of the feed, which is then at /posts, unless it is off. */
  home: z.optional(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('portfolio'),
        layout: z.enum(portfolioLayouts),
        headline: z.optional(z.string()),
        blocks: z.array(z.enum(portfolioBlocks)),
      }),
      z.object({ kind: z.literal('page'), slug: z.string() }),
    ]),
  ),
  /** Absent if the home page is one of the site's pages. */
  cover: z.optional(Cover),
  /** Sections that are turned off, if administrators have changed them. By default, only the guestbook is off. */
  sectionsOff: z.optional(z.array(Section)),
  /** The order of the sections in the navigation, if administrators have changed it. */
  sectionOrder: z.optional(z.array(Section)),
  /** Links to other sites, in the navigation. */
  links: z.optional(z.array(z.object({ label: z.string(), url: z.string() }))),
  /** The pages with the site's rules: code of conduct, privacy. */
  rules: z.optional(z.array(PageLink)),
  /** The URL for contacting the people behind the site: `mailto:…` or a page. */
  contact: z.optional(z.string()),
  /** Present if the contact form is on. */
  hasContactForm: z.optional(z.literal(true)),
})
export type SiteInfo = z.infer<typeof SiteInfo>

/** Returns whether a section of the site is turned on. Anything that belongs to no section is always on. */
export const isOn = (
  { sectionsOff = [...offByDefault] }: Pick<SiteInfo, 'sectionsOff'>,
  section: Section | undefined,
): boolean => section === undefined || !sectionsOff.includes(section)

/** Reports whether the site shows any posts: short ones or articles. */
export const hasPosts = (isSectionOn: (section: Section) => boolean): boolean =>
  isSectionOn('feed') || isSectionOn('blog')

/** Returns whether the page with this slug is at `/`. */
export const isHomePage = (site: Pick<SiteInfo, 'home'> | undefined, slug: string): boolean =>
  site?.home?.kind === 'page' && site.home.slug === slug

/** The path of the feed while something else is at `/`. */
export const movedFeedPath = '/posts'

/** Returns the path of the feed, which may be off. */
export const postFeedPath = ({ home }: Pick<SiteInfo, 'home'>): string => (home ? movedFeedPath : '/')

export const getSite = endpoint('GET /api/site', {
  summary: 'Get the site’s name and settings',
  access: 'anyone',
  answer: SiteInfo,
})
