import type { Draft } from '#features/writing/drafts/drafts.contract.ts'
import type { StoredCopy } from './local-copies.hooks.ts'
import { fingerprint, isSameWriting, type Writing } from './article-writing.hooks.ts'

/** The possible sources of an editor's initial text. */
export interface Sources {
  /** The draft's key if there is neither a draft nor a local copy. */
  freshKey: string
  postId: number | null
  /** The text without any draft: empty, or the published article. */
  start: Writing
  /** The published article's version. */
  startedAt: string | null
  /** The server's draft; null if there is none, undefined if loading it failed. */
  draft: Draft | null | undefined
  /** Local copies of this draft, newest first. */
  copies: StoredCopy[]
}

/** The initial content of an editor. */
export interface InitialArticle {
  key: string
  postId: number | null
  start: Writing
  writing: Writing
  baseUpdatedAt: string | null
  /** The text on the server: the draft, or the published or empty text if `updatedAt` is null. */
  saved: { writing: Writing; updatedAt: string | null }
  sent: number[]
  /** The local copy that `writing` comes from. */
  restored: StoredCopy | null
  /** The server's draft, if the restored copy is not based on it. */
  theirs: Draft | null
  /** Older copies with different text. */
  olderCopies: StoredCopy[]
  /** Copies whose text is also on the server or in a newer copy. */
  redundant: StoredCopy[]
}

/** Returns the server's draft, unless this browser has newer text. */
export function initialArticleOf({ freshKey, postId, start, startedAt, draft, copies }: Sources): InitialArticle {
  const known = draft ? { writing: writingOf(draft), updatedAt: draft.updatedAt } : { writing: start, updatedAt: null }
  const { news, redundant } = sortOut(copies, known.writing)
  const [restored = null, ...olderCopies] = news
  const saved = draft === undefined && restored ? { ...known, updatedAt: restored.updatedAt } : known
  return {
    key: draft?.key ?? restored?.draftKey ?? freshKey,
    postId,
    start,
    writing: restored?.writing ?? saved.writing,
    baseUpdatedAt: (restored ?? draft)?.baseUpdatedAt ?? startedAt,
    saved,
    sent: restored?.sent ?? [],
    restored,
    theirs: draft && restored && !isBuiltOn(restored, draft) ? draft : null,
    olderCopies,
    redundant,
  }
}

export const writingOf = ({ title, content, categoryId, details }: Draft): Writing => ({
  title,
  content,
  categoryId,
  details,
})

function sortOut(copies: StoredCopy[], saved: Writing): { news: StoredCopy[]; redundant: StoredCopy[] } {
  const known = [saved]
  const news: StoredCopy[] = []
  const redundant: StoredCopy[] = []
  for (const copy of copies) {
    const isKnown = known.some((writing) => isSameWriting(writing, copy.writing))
    if (isKnown) redundant.push(copy)
    else news.push(copy)
    known.push(copy.writing)
  }
  return { news, redundant }
}

const isBuiltOn = (copy: StoredCopy, draft: Draft): boolean =>
  copy.updatedAt === draft.updatedAt || copy.sent.includes(fingerprint(writingOf(draft)))
