import * as z from 'zod/mini'
import { createWorkerThread } from '#kernel/worker-thread.ts'
import { Author, Entry, type SourceAddress, SourcePage } from './source-entry.contract.ts'
import type { ReadingTask } from './source-reader.worker.ts'

/** Parses pages from other sites in a separate thread, so that hostile pages cannot block the process. Resolves to null
 *  if parsing takes too long. */
export interface SourceReader {
  page: (html: string, target: string) => Promise<SourcePage | null>
  entry: (html: string, address: SourceAddress) => Promise<Entry | null>
  author: (html: string, url: string) => Promise<Author | null>
  close: () => Promise<void>
}

const patienceMs = 2000

export function createSourceReader(): SourceReader {
  const file = new URL('./source-reader.worker.ts', import.meta.url)
  const thread = createWorkerThread<ReadingTask>(file, { patienceMs })

  async function read<T extends z.core.$ZodType>(answer: T, task: ReadingTask): Promise<z.output<T> | null> {
    const found = z.nullable(answer).safeParse(await thread.ask(task).catch(() => null))
    return found.success ? found.data : null
  }

  return {
    page: (html, target) => read(SourcePage, { kind: 'page', html, target }),
    entry: (html, address) => read(Entry, { kind: 'entry', html, address }),
    author: (html, url) => read(Author, { kind: 'author', html, url }),
    close: thread.close,
  }
}
