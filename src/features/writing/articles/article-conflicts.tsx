import { useState } from 'react'
import { removeCopy, type StoredCopy } from '#features/writing/autosave/local-copies.hooks.ts'
import type { Autosaver, AutosaverState } from '#features/writing/autosave/autosaver.hooks.ts'
import { publishedWriting } from '#features/writing/autosave/load-article.hooks.ts'
import { Writing } from '#features/writing/autosave/article-writing.hooks.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { EditConflict } from '#features/writing/history/edit-conflict.tsx'
import { ReplacedText } from '#features/writing/history/replaced-text.tsx'
import { parseJson } from '#web/storage.ts'
import { useStoredText } from '#web/use-stored-text.ts'

interface Props {
  userId: string
  saver: Autosaver
  state: AutosaverState
  /** Older local copies. */
  olderCopies: StoredCopy[]
  /** The version of the article that someone else saved in the meantime. */
  present: Post | null
  isPending: boolean
  /** Updates the article, replacing `present`. */
  onKeepMine: (present: Post) => void
  /** Called after the editor has switched to `present`. */
  onTakeTheirs: (present: Post) => void
}

/** Offers the other versions of the text, one at a time, or the text that a chosen version has replaced. */
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
  const [replacedKey] = useState(`article-aside:${userId}:${state.postId ?? state.key}`)
  const replaced = useStoredText(replacedKey)
  const { writing, phase } = state
  const storeReplaced = () => replaced.store(JSON.stringify(saver.state().writing))
  const [older] = waiting

  function decide(copy: StoredCopy) {
    removeCopy(copy)
    setWaiting((all) => all.slice(1))
  }

  return (
    <>
      {replaced.text !== null && (
        <ReplacedText
          text={asMarkdown(replaced.text)}
          onRestore={() => {
            const before = parseJson(replaced.text, Writing)
            if (before) saver.change(before)
            replaced.remove()
          }}
          onDiscard={replaced.remove}
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
            storeReplaced()
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
            storeReplaced()
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
              storeReplaced()
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
  const writing = parseJson(text, Writing)
  return writing ? `# ${writing.title}\n\n${writing.content}` : text
}
