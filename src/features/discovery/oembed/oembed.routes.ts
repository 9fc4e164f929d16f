import { t } from '#messages/messages.ts'
import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { AppError, found } from '#kernel/errors.ts'
import { textWithEtag } from '#kernel/etag.ts'
import { escapeHtml } from '#kernel/html.ts'
import type { Context } from '#kernel/http.ts'
import { inSiteLanguage } from '#kernel/trace.ts'
import { implement } from '#kernel/implement.ts'
import { socialImageSize, cutText } from '#features/discovery/social-images/social-images.contract.ts'
import { isDeleted } from '#features/people/profiles/deleted.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { formatTime } from '#schemas/time-zones.contract.ts'
import { type EmbeddedPage, findEmbeddedPage } from './embedded-pages.ts'
import { getOembed, type OembedQuery } from './oembed.contract.ts'
import type { EmbeddedAuthor } from './oembed.store.ts'

/** Serves oEmbed for posts, projects, livestreams, and profiles, as a quotation that links to the page. Source:
 *  oembed.com */
export const oembedRoutes = [
  implement(getOembed, async ({ ctx, query, request }) => {
    if (query.format !== 'json') throw new AppError('not_implemented', t('Only JSON is supported.'))
    const path = pathIn(query.url, ctx.siteUrl)
    const page = found(path === null ? null : await findEmbeddedPage(ctx, path), 'Page')
    return textWithEtag(request, JSON.stringify(inSiteLanguage(() => embedOf(page, ctx, query))), headers)
  }),
]

/** Allows cross-origin reads, because the response is the same for every caller. */
const headers = {
  'content-type': 'application/json',
  'cache-control': publicUntilRemoved(60),
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Returns the path if the URL belongs to this site, with either scheme; otherwise null. */
function pathIn(address: string, siteUrl: string): string | null {
  const url = URL.parse(address)
  return url?.host === new URL(siteUrl).host && /^https?:$/.test(url.protocol) ? url.pathname : null
}

/** Pixels. */
const size = { width: 600, height: 240 }
/** How long other sites may cache the quotation. Limited, so that deleted posts also disappear there. */
const cacheSeconds = 3600

function embedOf(page: EmbeddedPage, { siteUrl, site, siteSettings }: Context, { maxwidth, maxheight }: OembedQuery) {
  const { title, text, card, user } = page
  const [width, height] = [maxwidth ?? Infinity, maxheight ?? Infinity]
  const thumbnail = card && {
    thumbnail_url: siteUrl + card.path,
    thumbnail_width: socialImageSize.width,
    thumbnail_height: socialImageSize.height,
  }
  return {
    version: '1.0',
    type: 'rich',
    title: title ?? cutText(text, 100),
    author_name: user.displayName,
    ...(!isDeleted(user) && { author_url: siteUrl + profileAddress.href({ username: user.username }) }),
    provider_name: site.name,
    provider_url: `${siteUrl}/`,
    cache_age: cacheSeconds,
    html: quotation(page, { siteUrl, timeZone: siteSettings.now.settings.timeZone }),
    width: Math.min(size.width, width),
    height: Math.min(size.height, height),
    ...(socialImageSize.width <= width && socialImageSize.height <= height && thumbnail),
  }
}

interface QuotingSite {
  siteUrl: string
  timeZone: string
}

function quotation({ path, title, text, date, user }: EmbeddedPage, { siteUrl, timeZone }: QuotingSite): string {
  const url = escapeHtml(siteUrl + path)
  const heading = title === null ? '' : `<p><strong><a href="${url}">${escapeHtml(title)}</a></strong></p>`
  const paragraph = text === '' ? '' : `<p>${escapeHtml(text)}</p>`
  const footer = date && `<footer>${authorLink(user, siteUrl)}, ${dateLink(date, url, timeZone)}</footer>`
  return `<blockquote cite="${url}">${heading}${paragraph}${footer ?? ''}</blockquote>`
}

const dateLink = (date: Date, url: string, timeZone: string): string =>
  `<a href="${url}"><time datetime="${date.toISOString()}">${formatTime(date, { dateStyle: 'medium' }, timeZone)}</time></a>`

function authorLink({ username, displayName }: EmbeddedAuthor, siteUrl: string): string {
  const name = escapeHtml(displayName)
  if (isDeleted({ username })) return name
  return `<a href="${escapeHtml(siteUrl + profileAddress.href({ username }))}">${name}</a>`
}
