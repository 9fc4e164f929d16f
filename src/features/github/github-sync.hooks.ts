import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import type { refreshGithubActivities, syncGithubAccount } from './github.contract.ts'

/** Reads the viewer's account on GitHub. Refetches whatever shows GitHub afterwards, even after a failure, which is shown
 *  there. */
export function useGithubSync(endpoint: typeof syncGithubAccount | typeof refreshGithubActivities) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(endpoint, {}),
    onSettled: () => cache.invalidateQueries({ predicate: isOfGithub }),
  })
}

const isOfGithub = ({ queryKey: [path] }: Query): boolean => typeof path === 'string' && path.includes('/github')
