import assert from 'node:assert/strict'
import { test } from 'vitest'
import { describeEvent } from './describe-event.ts'

const at = new Date('2026-11-20T10:00:00Z')
const describe = (type: string, payload: unknown, repoName = 'alice/site') =>
  describeEvent({ type, payload, repoName, createdAt: at })
const words = (type: string, payload: unknown) => {
  const { activity, details, url } = describe(type, payload)
  return [activity, details, url.replace('https://github.com/alice/site', '')]
}
const head = '1a2b3c4d'.repeat(5)
const before = '9f8e7d6c'.repeat(5)

test('describes a push with its branch and commit, and the number of commits if known', () => {
  const slim = { ref: 'refs/heads/main', head, before, push_id: 1, repository_id: 2 }
  assert.deepEqual(words('PushEvent', slim), ['push', 'main at 1a2b3c4', `/compare/${before}...${head}`])
  assert.equal(words('PushEvent', { ...slim, size: 3 })[1], 'main at 1a2b3c4 (3 commits)')
  assert.equal(words('PushEvent', { ...slim, size: 1 })[1], 'main at 1a2b3c4 (1 commit)')
  assert.equal(words('PushEvent', { ...slim, before: '0'.repeat(40) })[2], `/commit/${head}`)
  assert.equal(words('PushEvent', { ...slim, ref: 'refs/heads/a/b' })[1], 'a/b at 1a2b3c4')
  assert.deepEqual(words('PushEvent', { ref: 'refs/heads/main' }), ['push', 'main', ''])
})

test('describes pull requests and issues with their number, action, and title if known', () => {
  const pull = { number: 12, url: 'https://api.github.com/x' }
  assert.deepEqual(words('PullRequestEvent', { action: 'opened', number: 12, pull_request: pull }), [
    'pr',
    '#12 opened',
    '/pull/12',
  ])
  assert.equal(
    words('PullRequestEvent', { action: 'closed', pull_request: { ...pull, merged: true, title: 'Faster' } })[1],
    '#12 merged: Faster',
  )
  assert.deepEqual(words('IssuesEvent', { action: 'closed', issue: { number: 7, title: 'It is slow' } }), [
    'issue',
    '#7 closed: It is slow',
    '/issues/7',
  ])
})

test('describes stars, forks, created refs, releases, reviews, and comments', () => {
  assert.deepEqual(words('WatchEvent', { action: 'started' }), ['star', '', ''])
  assert.deepEqual(words('ForkEvent', { forkee: { full_name: 'bob/site' } }), ['fork', 'to bob/site', ''])
  assert.deepEqual(words('CreateEvent', { ref: null, ref_type: 'repository' }), ['create', 'repository', ''])
  assert.deepEqual(words('CreateEvent', { ref: 'a/#b', ref_type: 'branch' }), ['create', 'branch a/#b', '/tree/a/%23b'])
  const release = { tag_name: 'v1.0', name: 'The first' }
  assert.deepEqual(words('ReleaseEvent', { action: 'published', release }), [
    'release',
    'v1.0: The first',
    '/releases/tag/v1.0',
  ])
  assert.deepEqual(
    words('PullRequestReviewEvent', { review: { id: 5, state: 'changes_requested' }, pull_request: { number: 12 } }),
    ['review', '#12 changes requested', '/pull/12#pullrequestreview-5'],
  )
  assert.deepEqual(words('IssueCommentEvent', { issue: { number: 7, title: 'Slow' }, comment: { id: 6 } }), [
    'comment',
    '#7: Slow',
    '/issues/7#issuecomment-6',
  ])
  assert.deepEqual(words('PullRequestReviewCommentEvent', { pull_request: { number: 12 }, comment: { id: 8 } }), [
    'comment',
    '#12',
    '/pull/12#discussion_r8',
  ])
  assert.deepEqual(words('CommitCommentEvent', { comment: { id: 9, commit_id: head } }), [
    'comment',
    'commit 1a2b3c4',
    `/commit/${head}#commitcomment-9`,
  ])
})

test('does not list events with unsupported types, unsupported actions, or incomplete payloads', () => {
  for (const [type, payload] of [
    ['MemberEvent', {}],
    ['constructor', {}],
    ['PullRequestEvent', { action: 'labeled', number: 1 }],
    ['PullRequestEvent', { action: 'opened' }],
    ['IssuesEvent', { action: 'pinned', issue: { number: 1 } }],
    ['ReleaseEvent', { action: 'deleted', release: { tag_name: 'v1' } }],
    ['PushEvent', null],
    ['IssueCommentEvent', 'text'],
    ['CommitCommentEvent', { comment: { commit_id: '../../evil' } }],
  ] as const) {
    const { activity, key, details } = describe(type, payload)
    assert.deepEqual([activity, key, details], [null, null, ''], `${type} ${JSON.stringify(payload)}`)
  }
})

test('truncates titles to one line, and never builds URLs to other sites from a payload', () => {
  const issue = { number: 7, title: `a\u0000b\n\u202ec${'x'.repeat(500)}\ud83d` }
  const { details } = describe('IssuesEvent', { action: 'opened', issue })
  assert.match(details, /^#7 opened: a b {2}cx+…$/)
  assert.equal(details.length, 200)
  assert.equal(describe('WatchEvent', {}, 'a"b/<c>').url, 'https://github.com/a%22b/%3Cc%3E')
})
