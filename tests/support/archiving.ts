import assert from 'node:assert/strict'
import { createArchiveLink } from '#features/admin/archives/archives.contract.ts'
import type { TestApplication } from './application.ts'
import { unzip } from './zips.ts'

interface Row {
  [field: string]: unknown
}
interface ArchiveJson {
  format: string
  version: number
  siteUrl: string
  madeAt: string
  profile: Row
  posts: Row[]
  versions: Row[]
  drafts: Row[]
  pages: Row[]
  likes: Row[]
  comments: Row[]
  following: Row[]
  followers: Row[]
  githubEvents: Row[]
  pictures: { file: string; address: string }[]
}

/** The fields that the tests read. Each response contains some of these fields. */
interface Answer {
  id: number
  createdAt: string
  updatedAt: string
  publicUrl: string
  url: string
}

/** Returns helpers for members who request their archives. */
export function archiving(site: TestApplication) {
  async function json(method: string, target: string, token: string, body?: unknown): Promise<Answer> {
    const answer = await site.call(method, target, { token, body })
    assert.ok(answer.ok, `${method} ${target}: ${answer.status}`)
    return (await answer.json()) as Answer
  }
  const askFor = async (token: string): Promise<string> => (await json('POST', createArchiveLink.path, token)).url
  const zipOf = async (token: string): Promise<Buffer> => {
    const answer = await site.call('GET', await askFor(token))
    assert.equal(answer.status, 200)
    return Buffer.from(await answer.arrayBuffer())
  }
  return {
    ...site,
    json,
    askFor,
    zipOf,
    download: async (token: string) => unzip(await zipOf(token)),
    jsonOf: (files: Map<string, Buffer>) => JSON.parse(files.get('archive.json')!.toString()) as ArchiveJson,
  }
}
