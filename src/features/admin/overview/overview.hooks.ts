import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/call.ts'
import { getOverview } from './overview.contract.ts'

/** Loads the site's state, for administrators. */
export const useOverview = () => useQuery({ ...queryOf(getOverview, {}), refetchOnMount: 'always' })
