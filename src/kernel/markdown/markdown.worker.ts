import { parentPort } from 'node:worker_threads'
import { translateRequests } from '../translation.ts'
import { doMarkdownTask, type MarkdownTask } from './markdown-tasks.ts'

translateRequests(() => 'en')
parentPort?.on('message', (task: MarkdownTask) => parentPort?.postMessage(doMarkdownTask(task), []))
parentPort?.postMessage('ready', [])
