import type { VersionEntry } from './versions.contract.ts'

/** Who wrote a version, by name. */
export const VersionEditor = ({ editor }: Pick<VersionEntry, 'editor'>) =>
  editor ? <bdi>{editor.displayName}</bdi> : <>a former member</>
