import type { RevisionEntry } from './history.contract.ts'

/** The name of the member who saved a version. */
export const RevisionEditor = ({ editor }: Pick<RevisionEntry, 'editor'>) =>
  editor ? <bdi>{editor.displayName}</bdi> : <>a former member</>
