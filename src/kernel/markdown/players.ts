import { t } from '#messages/messages.ts'

/** A third-party player, rebuilt from the video's id. */
export interface Embed {
  src: string
  title: string
}

const youtubeHosts = new Set(['youtube.com', 'www.youtube.com', 'youtube-nocookie.com', 'www.youtube-nocookie.com'])

/** Returns the player for a YouTube or Vimeo embed URL, or null. */
export function embedOf(src: string, title = ''): Embed | null {
  const url = webUrl(src)
  return url && (youtube(url, title) ?? vimeo(url, title))
}

/** Returns the player for a YouTube or Vimeo URL, for either a video's page or an embed; null for other URLs. */
export function playerOf(address: string): Embed | null {
  const url = webUrl(address)
  if (!url) return null
  const embedded = youtubeEmbed(url) ?? vimeoEmbed(url)
  return embedOf(embedded ?? address)
}

function webUrl(address: string): URL | null {
  const url = URL.parse(address, 'https://relative.invalid')
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.port ? url : null
}

function youtube(url: URL, title: string): Embed | null {
  const id = /^\/embed\/([\w-]{6,32})$/.exec(url.pathname)?.[1]
  if (!id || !youtubeHosts.has(url.hostname)) return null
  const query = kept(url, { start: /^\d{1,6}$/, list: /^[\w-]{2,64}$/ })
  return { src: `https://www.youtube-nocookie.com/embed/${id}${query}`, title: title || t('YouTube video') }
}

function vimeo(url: URL, title: string): Embed | null {
  const id = /^\/video\/(\d{1,12})$/.exec(url.pathname)?.[1]
  if (!id || url.hostname !== 'player.vimeo.com') return null
  return {
    src: `https://player.vimeo.com/video/${id}${kept(url, { h: /^[0-9a-f]{1,32}$/ })}`,
    title: title || t('Vimeo video'),
  }
}

function kept(url: URL, shapes: Record<string, RegExp>): string {
  const query = new URLSearchParams()
  for (const [name, shape] of Object.entries(shapes)) {
    const value = url.searchParams.get(name)
    if (value && shape.test(value)) query.set(name, value)
  }
  return query.size ? `?${query}` : ''
}

/** Accepts `/watch?v=`, `/shorts/`, `/live/`, and youtu.be URLs; `t=90s` sets the start time. */
function youtubeEmbed({ hostname, pathname, searchParams }: URL): string | null {
  const host = hostname.replace(/^m\./, '')
  const isShort = host === 'youtu.be'
  if (!isShort && !youtubeHosts.has(host)) return null
  const inPath = (isShort ? /^\/([\w-]{6,32})\/?$/ : /^\/(?:shorts|live)\/([\w-]{6,32})\/?$/).exec(pathname)?.[1]
  const id = inPath ?? (pathname === '/watch' ? searchParams.get('v') : null)
  if (!id) return null
  const start = /^(\d{1,6})s?$/.exec(searchParams.get('t') ?? '')?.[1]
  return `https://www.youtube.com/embed/${id}${start ? `?start=${start}` : ''}`
}

/** Accepts `/76979871`, and `/76979871/abcdef` for unlisted videos. */
function vimeoEmbed({ hostname, pathname }: URL): string | null {
  if (hostname !== 'vimeo.com' && hostname !== 'www.vimeo.com') return null
  const [, id, hash] = /^\/(\d{1,12})(?:\/([0-9a-f]{1,32}))?\/?$/.exec(pathname) ?? []
  return id ? `https://player.vimeo.com/video/${id}${hash ? `?h=${hash}` : ''}` : null
}
