import { useQuery } from '@tanstack/react-query'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { revisionListQuery } from './history.hooks.ts'

/** Returns who saved this version of a post, if known and not the reader. */
export function useOtherEditor(post: { id: number; updatedAt: string } | null) {
  const viewer = useViewer()
  const { data } = useQuery({ ...revisionListQuery(post?.id ?? 0, 1), enabled: post !== null, staleTime: 0 })
  const editor = data?.versions.find(({ editedAt }) => editedAt === post?.updatedAt)?.editor
  return editor && editor.id !== viewer?.id ? editor : null
}
