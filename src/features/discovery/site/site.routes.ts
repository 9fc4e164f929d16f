import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { isSameSet, offByDefault } from '#schemas/sections.contract.ts'
import { contactHref, type SiteSettings } from '#features/admin/site-settings/site-settings.contract.ts'
import { type Cover, getSite, type SiteInfo } from './site.contract.ts'
import { findSiteFacts } from './site.store.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    /** `name` is the site's current name. `ownerUsername` is the OWNER_USERNAME setting; the database stores the
     *  current owner. */
    site: {
      readonly name: string
      ownerUsername: string | null
      canSendEmail: boolean
      signInProvider?: string
      emailsDecisions?: true
      minPasswordLength?: number
      hasServiceWorker?: false
    }
  }
}

/** Returns the site's name and settings, with its current owner and navigation. */
export async function siteInfo({
  db,
  site,
  siteSettings,
}: Pick<Context, 'db' | 'site' | 'siteSettings'>): Promise<SiteInfo> {
  const { settings, icons, cover, styles, customStyles } = siteSettings.now
  const { tagline, language, timeZone, description, links, home, sectionsOff, sectionOrder, typeface } = settings
  const contact = contactHref(settings.contact)
  const { ownerUsername, isOwnerMissing, pages, rules, homeSlug } = await findSiteFacts(db, {
    ruleSlugs: [settings.codeOfConduct, settings.privacy],
    homeSlug: home.kind === 'page' ? home.page : '',
    chosenOwner: site.ownerUsername,
  })
  const facts = homeFacts(settings, homeSlug)
  return {
    ...site,
    ownerUsername,
    ...(isOwnerMissing && site.ownerUsername !== null && { isOwnerNamed: true as const }),
    // The owner can always register.
    ...(isOwnerMissing ? { isRegistrationOpen: true } : registrationFacts(settings.registration)),
    ...(pages && { pages }),
    ...(tagline && { tagline }),
    ...(language !== 'en' && { language }),
    ...(settings.interfaceLanguage !== 'reader' && { hasOneLanguage: true }),
    ...(timeZone !== 'UTC' && { timeZone }),
    ...(description && { description }),
    ...(icons && { icon: icons.version, ...(icons.hasSvg && { hasSvgIcon: true }) }),
    ...(styles && { styles: styles.version }),
    ...(customStyles && { customCss: customStyles.version }),
    ...(typeface !== 'grotesk' && { typeface }),
    ...facts,
    ...(cover && facts.home?.kind !== 'page' && { cover: coverFacts(cover) }),
    ...(!isSameSet(sectionsOff, offByDefault) && { sectionsOff }),
    ...(sectionOrder.length > 0 && { sectionOrder }),
    ...(links.length > 0 && { links }),
    ...(rules && { rules }),
    ...(contact !== undefined && { contact }),
    ...(settings.contactForm && { hasContactForm: true }),
  }
}

/** Returns what is at `/` instead of the feed. A page that is not published is replaced by the feed, or, while that is
 *  off, by the portfolio. @param pageSlug the page's current slug; null while it is not published */
export function homeFacts(
  { home: { kind, layout, headline, blocks }, sectionsOff }: Pick<SiteSettings, 'home' | 'sectionsOff'>,
  pageSlug: string | null,
): Pick<SiteInfo, 'home'> {
  if (kind === 'page' && pageSlug !== null) return { home: { kind, slug: pageSlug } }
  if (kind !== 'portfolio' && !sectionsOff.includes('feed')) return {}
  return { home: { kind: 'portfolio', layout, blocks, ...(headline && { headline }) } }
}

const coverFacts = ({ version, width, height }: Cover) => ({ version, width, height })

/** Returns what visitors need to know about who can register. */
const registrationFacts = ({
  mode,
  domains,
}: SiteSettings['registration']): Pick<SiteInfo, 'isRegistrationOpen' | 'registration'> => ({
  isRegistrationOpen: mode !== 'closed',
  ...((mode === 'approval' || mode === 'invitation') && { registration: { mode } }),
  ...(mode === 'domains' && { registration: { mode, domains } }),
})

export const siteRoutes = [implement(getSite, ({ ctx }) => siteInfo(ctx))]
