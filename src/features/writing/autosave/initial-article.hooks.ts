import type { Draft } from '#features/writing/drafts/drafts.contract.ts'
import type { FoundCopy } from './local-copies.hooks.ts'
import { fingerprint, isSameWriting, type Writing } from './article-writing.hooks.ts'

/** What an editor may begin with. */
export interface Sources {
  /** The draft's name, where there is neither a draft nor a copy to take it from. */
  freshKey: string
  postId: number | null
  /** What there is without any draft: nothing, or the published article. */
  start: Writing
  /** The published article's version. */
  startedAt: string | null
  /** As the server has it; null when it has none, undefined when it could not be asked. */
  draft: Draft | null | undefined
  /** Of this draft, newest first. */
  copies: FoundCopy[]
}

/** What an editor begins with. */
export interface Opening {
  key: string
  postId: number | null
  start: Writing
  writing: Writing
  baseUpdatedAt: string | null
  /** What the server has: the draft, or where `updatedAt` is null what needs no draft. */
  saved: { writing: Writing; updatedAt: string | null }
  sent: number[]
  /** The copy that the writing comes from. */
  restored: FoundCopy | null
  /** The server's draft, when it is another text than the restored one was written on. */
  theirs: Draft | null
  /** Older copies with other texts. */
  others: FoundCopy[]
  /** Copies of what the server has. */
  spent: FoundCopy[]
}

/** The server's draft, unless this browser has newer words. */
export function openingOf({ freshKey, postId, start, startedAt, draft, copies }: Sources): Opening {
  const known = draft ? { writing: writingOf(draft), updatedAt: draft.updatedAt } : { writing: start, updatedAt: null }
  const { news, spent } = sorted(copies, known.writing)
  const [restored = null, ...others] = news
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
    others,
    spent,
  }
}

/** The draft's text alone. */
export const writingOf = ({ title, content, categoryId }: Draft): Writing => ({ title, content, categoryId })

function sorted(copies: FoundCopy[], saved: Writing): { news: FoundCopy[]; spent: FoundCopy[] } {
  const known = [saved]
  const news: FoundCopy[] = []
  const spent: FoundCopy[] = []
  for (const copy of copies) {
    const isKnown = known.some((writing) => isSameWriting(writing, copy.writing))
    if (isKnown) spent.push(copy)
    else news.push(copy)
    known.push(copy.writing)
  }
  return { news, spent }
}

const isBuiltOn = (copy: FoundCopy, draft: Draft): boolean =>
  copy.updatedAt === draft.updatedAt || copy.sent.includes(fingerprint(writingOf(draft)))
