import { useState } from 'react'
import { removeCopy, type StoredCopy } from '#features/writing/autosave/local-copies.hooks.ts'
import type { Autosaver, AutosaverState } from '#features/writing/autosave/autosaver.hooks.ts'
import { publishedWriting } from '#features/writing/autosave/load-article.hooks.ts'
import { Writing } from '#features/writing/autosave/article-writing.hooks.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { EditConflict } from '#features/writing/history/edit-conflict.tsx'
import { usePutAside } from '#features/writing/history/put-aside.hooks.ts'
import { TextPutAside } from '#features/writing/history/replaced-text.tsx'

interface Props {
  userId: string
  saver: Autosaver
  state: AutosaverState
  /** Older copies of this browser. */
  olderCopies: StoredCopy[]
  /** What somebody else made of the article meanwhile. */
  present: Post | null
  isPending: boolean
  /** Updates the article, over `present`. */
  onKeepMine: (present: Post) => void
  /** `present` is in the editor. */
  onTakeTheirs: (present: Post) => void
}

/** Other texts than the one in the editor, one after the other, and what gave way to one of them. */
export function ArticleConflicts({
  userId,
  saver,
  state,
  olderCopies,
  present,
  isPending,
  onKeepMine,
  onTakeTheirs,
}: Props) {
  const [waiting, setWaiting] = useState(olderCopies)
  const [asideKey] = useState(`article-aside:${userId}:${state.postId ?? state.key}`)
  const aside = usePutAside(asideKey)
  const { writing, phase } = state
  const putAside = () => aside.put(JSON.stringify(saver.state().writing))
  const [older] = waiting

  function decide(copy: StoredCopy) {
    removeCopy(copy)
    setWaiting((all) => all.slice(1))
  }

  return (
    <>
      {aside.text !== null && (
        <TextPutAside
          text={asMarkdown(aside.text)}
          onBringBack={() => {
            const before = parsed(aside.text)
            if (before) saver.change(before)
            aside.letGo()
          }}
          onLetGo={aside.letGo}
        />
      )}
      {phase.is === 'conflicting' ? (
        <EditConflict
          key={phase.theirs.updatedAt}
          what="draft"
          mine={writing}
          theirs={phase.theirs}
          onKeepMine={() => saver.resolveConflict('mine')}
          onTakeTheirs={() => {
            putAside()
            saver.resolveConflict('theirs')
          }}
        />
      ) : present ? (
        <EditConflict
          key={present.updatedAt}
          what="post"
          mine={writing}
          theirs={present}
          busy={isPending}
          onKeepMine={() => onKeepMine(present)}
          onTakeTheirs={() => {
            putAside()
            saver.change(publishedWriting(present))
            onTakeTheirs(present)
          }}
        />
      ) : (
        older && (
          <EditConflict
            key={older.storageKey}
            what="draft"
            mine={writing}
            theirs={{ ...older.writing, updatedAt: new Date(older.at).toISOString() }}
            onKeepMine={() => decide(older)}
            onTakeTheirs={() => {
              putAside()
              saver.change(older.writing)
              saver.flush()
              decide(older)
            }}
          />
        )
      )}
    </>
  )
}

const asMarkdown = (text: string): string => {
  const writing = parsed(text)
  return writing ? `# ${writing.title}\n\n${writing.content}` : text
}

function parsed(text: string | null): Writing | null {
  try {
    return Writing.safeParse(JSON.parse(text ?? '')).data ?? null
  } catch {
    return null
  }
}
