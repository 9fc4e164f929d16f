import { AppError, type ErrorCode } from '../errors.ts'
import type { LinkCard } from './link-cards.ts'
import { type ImageSource, imagesIn, linksAloneIn, renderMarkdown, type TextForm } from './markdown.ts'

// What the thread that renders Markdown is asked, as data: functions cannot travel between threads.

interface Source {
  source: string
  siteUrl: string
}
/** Asks which pictures and lone links a text has. */
interface AddressesTask extends Source {
  kind: 'addresses'
}
/** `images`: what each of its pictures is fetched from. `cards`: one for each of its lone links, in order. */
interface RenderTask extends Source {
  kind: 'render'
  form: TextForm
  images: [address: string, source: ImageSource | null][]
  cards: [address: string, card: LinkCard | null][]
}
export type MarkdownTask = AddressesTask | RenderTask
export type MarkdownAnswer = { ok: true; value: unknown } | { ok: false; code: ErrorCode; message: string }

/** Does the task. A refusal of the text is an answer too. */
export function doMarkdownTask(task: MarkdownTask): MarkdownAnswer {
  try {
    return { ok: true, value: task.kind === 'addresses' ? addressesOf(task) : render(task) }
  } catch (reason) {
    if (reason instanceof AppError) return { ok: false, code: reason.code, message: reason.message }
    throw reason
  }
}

const addressesOf = ({ source, siteUrl }: AddressesTask) => ({
  images: imagesIn(source, siteUrl),
  links: linksAloneIn(source, siteUrl),
})

function render({ source, siteUrl, form, images, cards }: RenderTask) {
  const imageOf = new Map(images)
  const cardsOf = Map.groupBy(cards, ([address]) => address)
  return renderMarkdown(source, {
    ...form,
    siteUrl,
    image: (address) => imageOf.get(address) ?? null,
    card: (address) => cardsOf.get(address)?.shift()?.[1] ?? null,
  })
}
