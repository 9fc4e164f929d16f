import assert from 'node:assert/strict'
import { QueryClientProvider, useQuery as useObservedQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { test } from 'vitest'
import { createQueryCache } from './query-cache.ts'
import { useQuery } from './use-query.ts'

/** Renders a component with cached words on the server. @returns the answers of its query */
function answersOn(queryKey: string[], use: typeof useQuery) {
  const cache = createQueryCache()
  cache.setQueryData(['words'], ['Hello'])
  const answers: unknown[] = []
  function Words() {
    const { data, error, isError, isPlaceholderData } = use({ queryKey, queryFn: () => Promise.resolve(['Bye']) })
    answers.push({ data, error, isError, isPlaceholderData })
    return null
  }
  renderToString(createElement(QueryClientProvider, { client: cache }, createElement(Words)))
  return answers
}

test('answers like TanStack Query on the server, whether or not the data is cached', () => {
  assert.deepEqual(answersOn(['words'], useQuery), answersOn(['words'], useObservedQuery))
  assert.deepEqual(answersOn(['more'], useQuery), answersOn(['more'], useObservedQuery))
})
