import type { Locale } from '#messages/locales.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { inLanguage } from '../trace.ts'
import type { LinkPreview } from './link-previews.ts'
import { type ImageSource, imagesIn, linksAloneIn, renderMarkdown, type TextForm } from './markdown.ts'

// Tasks for the Markdown rendering thread, as plain data: functions cannot be passed between threads.

/** `siteLocale`: the language of labels, such as those of footnotes. */
interface Source {
  source: string
  siteLocale: Locale
  siteUrl: string
}
/** Finds the pictures and standalone links in a document. */
interface AddressesTask extends Source {
  kind: 'addresses'
}
/** `images`: each picture's source. `previews`: the preview for each standalone link, in order. */
interface RenderTask extends Source {
  kind: 'render'
  form: TextForm
  images: [address: string, source: ImageSource | null][]
  previews: [address: string, preview: LinkPreview | null][]
}
export type MarkdownTask = AddressesTask | RenderTask
export type MarkdownAnswer = { ok: true; value: unknown } | { ok: false; code: ErrorCode; message: string }

/** Runs the task. Returns an AppError as a result instead of throwing it, message recorded (see `recordTexts`). */
export function doMarkdownTask(task: MarkdownTask): MarkdownAnswer {
  try {
    const value = inLanguage(task.siteLocale, () => (task.kind === 'addresses' ? addressesOf(task) : render(task)))
    return { ok: true, value }
  } catch (reason) {
    if (reason instanceof AppError) return { ok: false, code: reason.code, message: reason.message }
    throw reason
  }
}

const addressesOf = ({ source, siteUrl }: AddressesTask) => ({
  images: imagesIn(source, siteUrl),
  links: linksAloneIn(source, siteUrl),
})

function render({ source, siteUrl, form, images, previews }: RenderTask) {
  const imageOf = new Map(images)
  const previewsOf = Map.groupBy(previews, ([address]) => address)
  return renderMarkdown(source, {
    ...form,
    siteUrl,
    image: (address) => imageOf.get(address) ?? null,
    preview: (address) => previewsOf.get(address)?.shift()?.[1] ?? null,
  })
}
