import * as z from 'zod/mini'
import { isRecording, locale, shownText, t } from '#messages/messages.ts'
import { Language } from '#schemas/languages.contract.ts'
import { AppError, statusOf } from '../errors.ts'
import { inSiteLanguage } from '../trace.ts'
import { createWorkerThread, ThreadError } from '../worker-thread.ts'
import type { MarkdownTask } from './markdown-tasks.ts'

const Addresses = z.object({ images: z.array(z.string()), links: z.array(z.string()) })
const RenderedText = z.object({
  html: z.string(),
  isTruncated: z.boolean(),
  beginningHtml: z.nullable(z.string()),
  text: z.string(),
  excerpt200: z.string(),
  description155: z.string(),
  shareText100: z.string(),
  readingMinutes: z.number(),
  language: z.nullable(Language),
  images: z.array(z.string()),
  hashtags: z.array(z.string()),
})
const Answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({
    ok: z.literal(false),
    code: z.custom<keyof typeof statusOf>((code) => typeof code === 'string' && Object.hasOwn(statusOf, code)),
    message: z.string(),
  }),
])

type TaskOf<Kind> = Omit<Extract<MarkdownTask, { kind: Kind }>, 'kind' | 'siteLocale'>

/** Documents up to this length render in a few milliseconds, less time than a thread takes to start. */
const maxInlineLength = 2000
/** The slowest document takes a quarter of a second on an idle machine. */
const patienceMs = 10_000
const maxWaiting = 50

/** Renders Markdown in a worker thread, so that long documents do not block other requests. */
export function createMarkdownThread() {
  const file = new URL('./markdown.worker.ts', import.meta.url)
  const thread = createWorkerThread<MarkdownTask>(file, { patienceMs, maxWaiting })

  /** @throws AppError invalid_input if the text is rejected, not_ready if the thread does not respond */
  async function ask(task: MarkdownTask): Promise<unknown> {
    const isShort = task.source.length <= maxInlineLength
    const answer = Answer.parse(isShort ? await askHere(task) : await thread.ask(task).catch(asNotReady))
    if (!answer.ok) throw new AppError(answer.code, isRecording() ? answer.message : shownText(answer.message))
    return answer.value
  }
  return {
    addresses: async (task: TaskOf<'addresses'>) =>
      Addresses.parse(await ask({ kind: 'addresses', siteLocale: inSiteLanguage(locale), ...task })),
    render: async (task: TaskOf<'render'>) =>
      RenderedText.parse(await ask({ kind: 'render', siteLocale: inSiteLanguage(locale), ...task })),
    close: thread.close,
  }
}

let tasks: typeof import('./markdown-tasks.ts') | undefined

/** Loads the parser on first use: it takes several megabytes, and reading a site does not need it. */
async function askHere(task: MarkdownTask): Promise<unknown> {
  tasks ??= await import('./markdown-tasks.ts')
  return tasks.doMarkdownTask(task)
}

function asNotReady(reason: unknown): never {
  if (!(reason instanceof ThreadError)) throw reason
  throw new AppError('not_ready', t('The server is too busy to render this text. Try again in a moment.'), {
    retryAfterSeconds: 5,
    cause: reason,
  })
}
