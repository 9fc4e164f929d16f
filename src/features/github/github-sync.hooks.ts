import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '#web/api.ts'
import { type refreshPath, SyncAnswer, type syncPath } from './github.contract.ts'

/** Has the viewer's account read anew. Whatever shows GitHub is read again after it, also after a failure: it is told there. */
export function useGithubSync(path: typeof syncPath | typeof refreshPath) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => send('POST', path, SyncAnswer),
    onSettled: () => cache.invalidateQueries({ predicate: isOfGithub }),
  })
}

const isOfGithub = ({ queryKey: [path] }: Query): boolean => typeof path === 'string' && path.includes('/github')
