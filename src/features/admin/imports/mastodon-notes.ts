import { t } from '#messages/messages.ts'
import * as z from 'zod/mini'
import { timeOf } from './front-matter.ts'
import { markdownOf } from './html-to-markdown.ts'
import { imageOf } from './markdown-parts.ts'
import { storable } from './source-site.ts'
import { orElse } from './or-else.ts'

const text = orElse(z.nullish(z.string()), null)
const Audience = orElse(
  z.union([
    z.array(z.string()),
    z.pipe(
      z.string(),
      z.transform((one: string) => [one]),
    ),
  ]),
  [],
)
const Option = z.object({ name: z.string() })

/** A post in the format that Mastodon sends to other servers. */
export const Note = z.object({
  id: z.string(),
  type: z.enum(['Note', 'Question', 'Article']),
  content: text,
  summary: text,
  inReplyTo: text,
  published: text,
  url: text,
  to: Audience,
  cc: Audience,
  attachment: orElse(z.array(z.object({ mediaType: text, url: text, name: text })), []),
  tag: orElse(z.array(z.object({ type: text, name: text })), []),
  oneOf: orElse(z.array(Option), []),
  anyOf: orElse(z.array(Option), []),
})
export type Note = z.infer<typeof Note>

const everyone = new Set(['https://www.w3.org/ns/activitystreams#Public', 'as:Public', 'Public'])

/** Returns `hidden` for posts that only followers or mentioned people may see. */
export function audienceOf({ to, cc }: Note): 'public' | 'unlisted' | 'hidden' {
  if (to.some((one) => everyone.has(one))) return 'public'
  return cc.some((one) => everyone.has(one)) ? 'unlisted' : 'hidden'
}

export const toldTime = ({ published }: Note): Date | null => timeOf(published ?? '')

/** Converts a post to Markdown, with its content warning above and its pictures below.
 *  @throws Error if its HTML is too long or nested too deeply */
export function contentOf(note: Note): { markdown: string; left: string[] } {
  const { summary, content, oneOf, anyOf, attachment } = note
  const options = [...oneOf, ...anyOf].map(({ name }) => `- ${inline(name)}`)
  const media = attachment.filter(({ url }) => url)
  const pictures = media.filter(isPicture)
  const others = media.filter((one) => !isPicture(one))
  const blocks = [
    summary?.trim() ? `**${inline(summary)}**` : '',
    markdownOf(storable(content ?? '')),
    options.join('\n'),
    ...pictures.map(({ url, name }) => imageOf(url ?? '', storable(name ?? ''))),
    ...others.map(({ mediaType, name }) => `*${kindOf(mediaType)}${name?.trim() ? `: ${inline(name)}` : ''}*`),
  ]
  return {
    markdown: blocks.filter((block) => block !== '').join('\n\n'),
    left: [
      ...(options.length > 0 ? [t('the votes in its poll were left out')] : []),
      ...(others.length > 0 ? [t('its video or audio was not imported')] : []),
    ],
  }
}

const kindOf = (mediaType: string | null | undefined): string =>
  mediaType?.startsWith('audio/') ? 'Audio' : mediaType?.startsWith('video/') ? 'Video' : 'File'

/** Older archives contain no media types. */
const isPicture = ({ mediaType, url }: Note['attachment'][number]): boolean =>
  mediaType ? mediaType.startsWith('image/') : /\.(?:jpe?g|png|gif|webp|avif|heic)$/i.test(url ?? '')

const inline = (plain: string): string =>
  markdownOf(storable(plain.trim()).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' '))
