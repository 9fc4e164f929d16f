import { CommitId, Content } from './answers.ts'
import type { Requester } from './requests.ts'
import { notFound } from './failures.ts'
import type { GithubAnswer, GithubFile } from './github.ts'
import { isCommit, noFile, noRepository } from './names.ts'
import { t } from '#messages/messages.ts'

const maxFileBytes = 1024 * 1024
const maxReadmeBytes = 512 * 1024

/** @returns `not_found` if the repository has no README */
export async function readReadme(requester: Requester, owner: string, name: string, etag?: string | null) {
  const answer = await requester.get({
    route: 'GET /repos/{owner}/{name}/readme',
    parameters: { owner, name },
    etag,
    answer: Content,
    missing: noRepository(owner, name),
  })
  if (!answer.ok || !answer.value) return { ...answer, value: null }
  const { bytes, path, htmlUrl } = answer.value
  return { ...answer, value: { markdown: textOf(bytes, maxReadmeBytes), path, htmlUrl } }
}

interface FileLocation {
  owner: string
  name: string
  /** A branch, tag, or commit. */
  ref: string
  path: string
}

/** Resolves the ref to a commit first, so that the text and the commit match even if there is a push in the
 *  meantime. */
export async function readFile(requester: Requester, place: FileLocation): Promise<GithubAnswer<GithubFile>> {
  const { owner, name, ref, path } = place
  const missing = noFile(owner, name, ref, path)
  const commit = await commitOf(requester, place, missing)
  if (!commit.ok) return commit
  const answer = await requester.get({
    route: 'GET /repos/{owner}/{name}/contents/{path}',
    parameters: { owner, name, path, ref: commit.value },
    answer: Content,
    missing,
  })
  if (!answer.ok) return answer
  const text = textOf(answer.value?.bytes ?? null, maxFileBytes)
  if (text === null)
    return notFound(t('{path} in {owner}/{name} is not a text file of at most 1 MB.', { path, owner, name }))
  return { ...answer, value: { text, commit: commit.value, htmlUrl: answer.value!.htmlUrl } }
}

async function commitOf(requester: Requester, { owner, name, ref }: FileLocation, missing: string) {
  if (isCommit(ref)) return { ok: true as const, value: ref }
  const answer = await requester.get({
    route: 'GET /repos/{owner}/{name}/commits/{ref}',
    parameters: { owner, name, ref },
    accept: 'application/vnd.github.sha',
    answer: CommitId,
    missing,
  })
  return answer.ok ? { ok: true as const, value: answer.value! } : answer
}

/** Decodes UTF-8 text; null if the contents are not UTF-8 or too long. */
function textOf(bytes: Buffer | null, maxBytes: number): string | null {
  if (!bytes || bytes.length > maxBytes || bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
