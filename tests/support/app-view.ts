import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The response from app.bsky.actor.getProfile without a session. */
export const jay = {
  did: 'did:plc:oky5czdrnfjpqslsw2a5iclo',
  handle: 'jay.bsky.team',
  displayName: 'Jay 🦋',
  avatar:
    'https://cdn.bsky.app/img/avatar/plain/did:plc:oky5czdrnfjpqslsw2a5iclo/bafkreihidru2xruxdxlvvcixc7lbgoudzicjbrdgacdhdhxyfw4yut4nfq',
  associated: {
    lists: 2,
    feedgens: 3,
    starterPacks: 9,
    labeler: false,
    chat: { allowIncoming: 'following' },
    activitySubscription: { allowSubscriptions: 'followers' },
  },
  labels: [],
  createdAt: '2022-11-17T06:31:40.296Z',
  description: 'Building an open network.',
  indexedAt: '2025-09-26T21:30:41.024Z',
  followersCount: 536_000,
  followsCount: 4_100,
  postsCount: 3_500,
}

type Answers = object | ((answer: ServerResponse) => unknown)

/** A local AppView whose responses can be changed at any time. */
export async function appView(first: Answers = jay) {
  const view = { url: '', host: '', answers: first, asked: [] as IncomingMessage[], close }
  const server = http.createServer((request, answer) => {
    view.asked.push(request)
    if (typeof view.answers === 'function') view.answers(answer)
    else answer.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(view.answers))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  view.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  view.url = `http://${view.host}`
  onTestFinished(close)

  async function close() {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return view
}
