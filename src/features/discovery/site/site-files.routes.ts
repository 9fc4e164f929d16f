import { accountSettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { contactAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { contactHref } from '#features/admin/site-settings/site-settings.contract.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { languageName } from '#schemas/site-language.contract.ts'
import { openSearch } from './open-search.ts'
import {
  getHumansTxt,
  getOpenSearch,
  getRobotsTxt,
  getSecurityTxt,
  redirectToPasswordForm,
} from './site-files.contract.ts'
import { findOwnerUsername } from './site.store.ts'

/** Files that browsers, crawlers, and people expect at fixed URLs. */
export const siteFileRoutes = [
  fileRoute(getRobotsTxt, robots),
  fileRoute(getHumansTxt, humans),
  fileRoute(getOpenSearch, openSearch),
  fileRoute(getSecurityTxt, security),
  implement(
    redirectToPasswordForm,
    async () => new Response(null, { status: 303, headers: { location: `${accountSettingsAddress.href()}#password` } }),
  ),
]

function fileRoute(endpoint: typeof getRobotsTxt, write: (ctx: Context) => string | Promise<string>) {
  const headers = {
    'content-type': `${endpoint.answer.mediaType}; charset=utf-8`,
    'cache-control': 'public, max-age=3600',
  }
  return implement(endpoint, async ({ ctx }) => new Response(await write(ctx), { headers }))
}

/** Allows private screens, because crawlers must fetch them to see their `noindex`. */
function robots({ siteUrl }: Context): string {
  return lines('User-agent: *', 'Disallow: /api/', 'Disallow: /auth/v1/', '', `Sitemap: ${siteUrl}/sitemap.xml`)
}

async function humans(ctx: Context): Promise<string> {
  const { name } = ctx.site
  const contact = contactOf(ctx)
  return lines(
    '/* SITE */',
    `Name: ${name}`,
    `Owner: ${await ownerPage(ctx)}`,
    ...(contact === undefined ? [] : [`Contact: ${contact}`]),
    `Language: ${languageName(ctx.siteSettings.now.settings.language, 'en')}`,
    'Software: Devstead',
  )
}

/** RFC 9116 requires an expiry date less than a year away. It advances every month. */
async function security(ctx: Context): Promise<string> {
  const now = new Date(ctx.clock.now())
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, 1))
  return lines(
    `Contact: ${contactOf(ctx) ?? (await ownerPage(ctx))}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${ctx.siteSettings.now.settings.language}`,
    `Canonical: ${ctx.siteUrl}/.well-known/security.txt`,
  )
}

/** Returns the URL for contacting the people behind the site, or undefined. */
function contactOf({ siteUrl, siteSettings }: Context): string | undefined {
  const { contact, contactForm } = siteSettings.now.settings
  return contactHref(contact) ?? (contactForm ? siteUrl + contactAddress.href() : undefined)
}

/** Returns the URL of the owner's profile or, on an empty site, of the home page. */
async function ownerPage({ db, siteUrl }: Context): Promise<string> {
  const owner = await findOwnerUsername(db)
  return owner === null ? `${siteUrl}/` : siteUrl + profileAddress.href({ username: owner })
}

const lines = (...all: string[]) => `${all.join('\n')}\n`
