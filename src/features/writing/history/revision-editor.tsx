import type { RevisionEntry } from './history.contract.ts'

/** Who wrote a version, by name. */
export const RevisionEditor = ({ editor }: Pick<RevisionEntry, 'editor'>) =>
  editor ? <bdi>{editor.displayName}</bdi> : <>a former member</>
