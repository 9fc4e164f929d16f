import { asAnyone, type Context, route } from '#kernel/http.ts'
import { openSearch } from './open-search.ts'
import { findOwnerUsername } from './site.store.ts'

/** Texts that browsers, crawlers and people look for at fixed places. */
export const siteFileRoutes = [
  fileRoute('/robots.txt', 'text/plain', robots),
  fileRoute('/humans.txt', 'text/plain', humans),
  fileRoute('/manifest.webmanifest', 'application/manifest+json', manifest),
  fileRoute('/opensearch.xml', 'application/opensearchdescription+xml', openSearch),
  fileRoute('/.well-known/security.txt', 'text/plain', security),
  // Where a password manager sends a person who is to have a new password. Source: W3C, change-password.
  route(
    'GET',
    '/.well-known/change-password',
    asAnyone(async () => new Response(null, { status: 303, headers: { location: '/settings/account#password' } })),
    { kept: [], changesWith: ['members'] },
  ),
]

function fileRoute(path: string, type: string, write: (ctx: Context) => string | Promise<string>) {
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' }
  const handler = asAnyone(async ({ ctx }) => new Response(await write(ctx), { headers }))
  return route('GET', path, handler, { kept: [], changesWith: ['members'] })
}

/** Private screens are open to crawlers, so that they read there that they are to be left out. */
function robots({ siteUrl }: Context): string {
  return lines('User-agent: *', 'Disallow: /api/', 'Disallow: /auth/v1/', '', `Sitemap: ${siteUrl}/sitemap.xml`)
}

async function humans(ctx: Context): Promise<string> {
  const { name } = ctx.site
  return lines(
    '/* SITE */',
    `Name: ${name}`,
    `Owner: ${await ownerPage(ctx)}`,
    'Language: English',
    'Software: Devstead',
  )
}

function manifest({ site }: Context): string {
  return JSON.stringify({
    name: site.name,
    short_name: site.name,
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#f8f7f3',
    theme_color: '#f8f7f3',
    icons: [192, 512].flatMap((side) => [icon(side, 'any'), icon(side, 'maskable')]),
  })
}

/** The pictures fill their square and keep the mark within the circle that a mask may leave. */
const icon = (side: number, purpose: 'any' | 'maskable') => ({
  src: `/icon-${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose,
})

/** Source: RFC 9116, which asks for an end less than a year away. It moves once a month. */
async function security(ctx: Context): Promise<string> {
  const now = new Date(ctx.clock.now())
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 6, 1))
  return lines(
    `Contact: ${await ownerPage(ctx)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${ctx.siteUrl}/.well-known/security.txt`,
  )
}

/** The owner's page; on an empty site its front page. */
async function ownerPage({ db, siteUrl }: Context): Promise<string> {
  const owner = await findOwnerUsername(db)
  return owner === null ? `${siteUrl}/` : `${siteUrl}/profile/${owner}`
}

const lines = (...all: string[]) => `${all.join('\n')}\n`
