import { parentPort } from 'node:worker_threads'
import type { SourceAddress } from './source-entry.contract.ts'
import { readAuthor, readEntry } from './source-entry.ts'
import { readSourcePage } from './source-links.ts'

export type ReadingTask =
  | { kind: 'page'; html: string; target: string }
  | { kind: 'entry'; html: string; address: SourceAddress }
  | { kind: 'author'; html: string; url: string }

function read(task: ReadingTask): unknown {
  if (task.kind === 'page') return readSourcePage(task.html, task.target)
  if (task.kind === 'entry') return readEntry(task.html, task.address)
  return readAuthor(task.html, task.url)
}

parentPort?.on('message', (task: ReadingTask) => parentPort?.postMessage(read(task), []))
parentPort?.postMessage('ready', [])
