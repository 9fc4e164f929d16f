import { EditConflict } from '#features/writing/history/edit-conflict.tsx'
import { ReplacedText } from '#features/writing/history/replaced-text.tsx'
import { parseJson } from '#web/storage.ts'
import { useStoredText } from '#web/use-stored-text.ts'
import { PageDraft } from './page-draft.hooks.ts'
import type { SitePage } from './site-pages.contract.ts'

interface Props {
  storageKey: string
  draft: PageDraft
  /** The version of the page that someone else saved in the meantime; null if there is no conflict. */
  present: SitePage | null
  isPending: boolean
  /** Saves the draft, replacing `present`. */
  onKeepMine: (present: SitePage) => void
  /** Continues with `present`. */
  onTakeTheirs: (present: SitePage) => void
  /** Restores a replaced draft to the editor. */
  onRestore: (before: PageDraft) => void
}

/** Shows both versions after an edit conflict, and offers to restore the draft that one of them replaced. */
export function PageConflict({ storageKey, draft, present, isPending, onKeepMine, onTakeTheirs, onRestore }: Props) {
  const replaced = useStoredText(`${storageKey}:replaced`)
  const before = parseJson(replaced.text, PageDraft)
  return (
    <>
      {before && (
        <ReplacedText
          text={`# ${before.title}\n\n${before.content}`}
          onRestore={() => {
            onRestore(before)
            replaced.remove()
          }}
          onDiscard={replaced.remove}
        />
      )}
      {present && (
        <EditConflict
          key={present.updatedAt}
          what="page"
          mine={draft}
          theirs={present}
          busy={isPending}
          onKeepMine={() => onKeepMine(present)}
          onTakeTheirs={() => {
            replaced.store(JSON.stringify(draft))
            onTakeTheirs(present)
          }}
        />
      )}
    </>
  )
}
