import assert from 'node:assert/strict'
import { keepPreviousData, QueryClientProvider, useQuery as useObservedQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { test } from 'vitest'
import { createQueryCache } from './query-cache.ts'
import { useQuery } from './use-query.ts'

type Options = Omit<Parameters<typeof useQuery<string[], string[]>>[0], 'queryKey' | 'queryFn'>

/** Renders a component with cached words on the server. @returns the answers of its query */
function answersOn(queryKey: string[], use: typeof useQuery, options: Options) {
  const cache = createQueryCache()
  cache.setQueryData(['words'], ['Hello'])
  const answers: unknown[] = []
  function Words() {
    const queryFn = () => Promise.resolve(['Bye'])
    const { data, error, isError, isPlaceholderData } = use({ ...options, queryKey, queryFn })
    answers.push({ data, error, isError, isPlaceholderData })
    return null
  }
  renderToString(createElement(QueryClientProvider, { client: cache }, createElement(Words)))
  return answers
}

const options: Record<string, Options> = {
  'no options': {},
  'enabled: false': { enabled: false },
  'enabled: () => false': { enabled: () => false },
  'enabled: () => true': { enabled: () => true },
  'placeholderData: keepPreviousData': { placeholderData: keepPreviousData },
  'staleTime: 0': { staleTime: 0 },
  'staleTime: Infinity': { staleTime: Infinity },
  'refetchOnMount: always': { refetchOnMount: 'always' },
  'refetchOnMount: false': { refetchOnMount: false },
}

test.for(Object.entries(options))('answers like TanStack Query on the server with %s', ([, options]) => {
  assert.deepEqual(answersOn(['words'], useQuery, options), answersOn(['words'], useObservedQuery, options))
  assert.deepEqual(answersOn(['more'], useQuery, options), answersOn(['more'], useObservedQuery, options))
})
