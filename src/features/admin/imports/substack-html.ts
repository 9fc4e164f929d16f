import { t } from '#messages/messages.ts'
import * as z from 'zod/mini'
import {
  all,
  nodesOf,
  attributeOf,
  elementOf,
  lineOf,
  removeAll,
  replaceCaptions,
  replaceCode,
  replaceWith,
  replaceWithLink,
} from './html-parts.ts'
import { orElse } from './or-else.ts'

/** Prepares the text of a Substack post for Markdown. @returns what was left out, as notes */
export function cleanBody(body: HTMLElement): string[] {
  const widgets = removeAll(body, '.subscription-widget-wrap, .subscription-widget-wrap-editor, .subscription-widget')
  const buttons = removeAll(body, '.button-wrapper, .captioned-button-wrap, .install-substack-app-embed')
  const polls = removeAll(body, '.poll-embed')
  removeAll(body, '.paywall-jump, .image-link-expand, .header-anchor-parent, .comments-page')
  for (const pre of all(body, 'pre')) replaceCode(pre, languageOf(pre))
  replacePictures(body)
  replaceEmbeds(body)
  replaceFootnotes(body)
  replaceCaptions(body)
  return [
    ...(widgets + buttons > 0 ? [t('subscription forms and buttons were left out')] : []),
    ...(polls > 0 ? [t('polls were left out')] : []),
  ]
}

const languageOf = (pre: Element): string =>
  /language-([\w+#-]+)/.exec(attributeOf(pre.querySelector('code'), 'class'))?.[1] ??
  dataOf(pre.closest('.highlighted_code_block')).language ??
  ''

const text = orElse(z.nullish(z.string()), null)
const Image = z.object({ src: text, alt: text })
/** JSON that the editor stores with an element. */
const Data = z.object({
  src: text,
  alt: text,
  title: text,
  url: text,
  canonical_url: text,
  videoId: text,
  language: text,
  persistentExpression: text,
  gallery: orElse(z.nullish(z.object({ images: orElse(z.array(Image), []), caption: text })), null),
})

function dataOf(element: Element | null): Partial<z.infer<typeof Data>> {
  try {
    return Data.safeParse(JSON.parse(attributeOf(element, 'data-attrs'))).data ?? {}
  } catch {
    return {}
  }
}

/** Replaces a picture's copies in different sizes, and their link to the large one, with the original. */
function replacePictures(body: Element): void {
  for (const image of all(body, 'img')) {
    const { src, alt } = dataOf(image)
    const figure = image.closest('figure')
    const description = attributeOf(image, 'alt') || (alt ?? '') || lineOf(figure?.querySelector('figcaption'))
    const original = elementOf(image, 'img', { src: src || attributeOf(image, 'src'), alt: description })
    const link = image.closest('a')
    const isLarge = !link || /^https:\/\/(?:substackcdn\.com|cdn\.substack\.com)\//.test(attributeOf(link, 'href'))
    replaceWith(link && isLarge ? link : image, original)
  }
  for (const gallery of all(body, '.image-gallery-embed')) {
    const { images = [], caption } = dataOf(gallery).gallery ?? {}
    replaceWith(
      gallery,
      ...images.map(({ src, alt }) =>
        elementOf(gallery, 'p', {}, elementOf(gallery, 'img', { src: src ?? '', alt: alt ?? '' })),
      ),
      ...(caption ? [elementOf(gallery, 'p', {}, elementOf(gallery, 'em', {}, caption))] : []),
    )
  }
}

const embeds =
  '.tweet, .instagram, .embedded-post-wrap, .embedded-publication-wrap, .digest-post-embed, .spotify-wrap, .apple-podcast-container, .soundcloud-wrap, .bluesky-wrap, .youtube-wrap, .vimeo-wrap, .native-video-embed, .native-audio-embed, .github-gist, .file-embed-wrapper, .latex-rendered, [data-component-name="DatawrapperToDOM"]'

function replaceEmbeds(body: Element): void {
  for (const element of all(body, embeds)) {
    if (!body.contains(element)) continue
    const { url, canonical_url: canonical, title, videoId, persistentExpression: formula } = dataOf(element)
    const frame = element.querySelector('iframe')
    if (formula)
      replaceWith(
        element,
        elementOf(element, 'pre', {}, elementOf(element, 'code', { class: 'language-latex' }, formula)),
      )
    else if (videoId && /^[\w-]+$/.test(videoId)) {
      const site = element.classList.contains('vimeo-wrap')
        ? 'https://player.vimeo.com/video/'
        : 'https://www.youtube.com/embed/'
      replaceWith(element, elementOf(element, 'iframe', { src: site + videoId }))
    } else {
      const address = url ?? canonical ?? attributeOf(element.querySelector('a'), 'href')
      replaceWithLink(element, address || attributeOf(frame, 'src'), title ?? '')
    }
  }
}

/** Converts footnotes to Markdown: `[^1]` in the text and `[^1]: …` at its end. */
function replaceFootnotes(body: HTMLElement): void {
  const notes = all(body, '.footnote')
  const known = new Set(notes.map((note) => numberOf(note.querySelector('.footnote-number'))))
  for (const anchor of all(body, 'a.footnote-anchor')) {
    const number = numberOf(anchor)
    if (number !== undefined && known.has(number))
      replaceWith(anchor, elementOf(anchor, 'a', { class: 'footnote-anchor' }, number))
  }
  for (const note of notes) {
    const number = numberOf(note.querySelector('.footnote-number'))
    const content = note.querySelector('.footnote-content')
    if (number !== undefined && content)
      body.appendChild(elementOf(note, 'aside', { class: 'footnote', title: number }, ...nodesOf(content)))
    note.remove()
  }
}

const numberOf = (link: Element | null) => /^\d+$/.exec(lineOf(link))?.[0]
