import { parentPort } from 'node:worker_threads'
import { doMarkdownTask, type MarkdownTask } from './markdown-tasks.ts'

parentPort?.on('message', (task: MarkdownTask) => parentPort?.postMessage(doMarkdownTask(task), []))
parentPort?.postMessage('ready', [])
