import type { RevisionEntry } from './history.contract.ts'

/** The name of a version's editor. */
export const RevisionEditor = ({ editor }: Pick<RevisionEntry, 'editor'>) =>
  editor ? <bdi>{editor.displayName}</bdi> : <>a former member</>
