import assert from 'node:assert/strict'
import { test } from 'vitest'
import { xssPayloads } from '#tests/trust/xss-corpus.ts'
import { canonicalAddress, githubAddress, linesUrl } from './github-address.contract.ts'
import { previewAddresses } from './github-previews.contract.ts'

const hub = 'https://github.com'
const canonical = (address: string) => {
  const known = githubAddress(address)
  return known && canonicalAddress(known).replace(hub, '')
}

test('recognizes every form of a repository URL', () => {
  for (const address of [
    `${hub}/Octo-Org/Hello.World`,
    `${hub}/octo-org/hello.world/`,
    `${hub}/octo-org/hello.world.git`,
    `${hub}/octo-org/hello.world?tab=readme-ov-file#readme`,
    'http://www.github.com/octo-org/hello.world',
    'https://GitHub.com:443/octo-org/hello.world',
  ])
    assert.equal(canonical(address), '/octo-org/hello.world', address)
})

test('treats issues and pull requests the same because they share numbers', () => {
  assert.deepEqual(githubAddress(`${hub}/a/b/issues/12`), { kind: 'issue', owner: 'a', name: 'b', number: 12 })
  for (const end of ['issues/12', 'pull/12', 'pull/12/', 'issues/12?x=1', 'issues/12#issuecomment-1'])
    assert.equal(canonical(`${hub}/a/b/${end}`), '/a/b/issues/12', end)
  for (const end of [
    'issues',
    'issues/0',
    'issues/012',
    'issues/1e3',
    'pull/12/files',
    'issues/new',
    'pulls',
    'issues/-1',
  ])
    assert.equal(canonical(`${hub}/a/b/${end}`), null, end)
})

test('recognizes line ranges in a file on a branch or at a tag or commit', () => {
  const commit = '0123456789abcdef0123456789abcdef01234567'
  assert.deepEqual(githubAddress(`${hub}/A/b/blob/${commit}/src/x%20y.ts#L5-L9`), {
    kind: 'snippet',
    owner: 'A',
    name: 'b',
    ref: commit,
    path: 'src/x y.ts',
    from: 5,
    to: 9,
  })
  for (const [end, lines] of [
    ['#L5', '#L5'],
    ['?plain=1#L5', '#L5'],
    ['#L5-L9', '#L5-L9'],
    ['#L9-L5', '#L5-L9'],
    ['#L5-9', '#L5-L9'],
    ['#L5C3-L9C12', '#L5-L9'],
    ['#L5-L5', '#L5'],
  ])
    assert.equal(canonical(`${hub}/a/b/blob/v1.0/x.ts${end}`), `/a/b/blob/v1.0/x.ts${lines}`)
  assert.equal(canonical(`${hub}/a/b/blob/refs/heads/main/d/x.ts#L1`), '/a/b/blob/main/d/x.ts#L1')
  for (const end of ['', '#', '#L0', '#L', '#L1-', '#L1-L', '#readme', '#L12345678', '#L1-L2-L3'])
    assert.equal(canonical(`${hub}/a/b/blob/main/x.ts${end}`), null, end)
})

test('misparses a branch name with a slash, so GitHub returns 404 and the plain link is kept', () => {
  assert.equal(canonical(`${hub}/a/b/blob/feature/x/src/y.ts#L1`), '/a/b/blob/feature/x/src/y.ts#L1')
  assert.equal(canonical(`${hub}/a/b/blob/feature%2Fx/src/y.ts#L1`), null)
})

test('ignores all other URLs on GitHub and elsewhere', () => {
  for (const address of [
    hub,
    `${hub}/a`,
    `${hub}//b`,
    `${hub}/a/b//`,
    `${hub}/a/..`,
    `${hub}/a/%2e%2e`,
    `${hub}/a/b%2Fc`,
    `${hub}/a/b c`,
    `${hub}/a/%`,
    `${hub}/-a/b`,
    `${hub}/${'a'.repeat(40)}/b`,
    `${hub}/a/${'b'.repeat(101)}`,
    `${hub}/a/b/tree/main`,
    `${hub}/a/b/commit/0123456`,
    `${hub}/a/b/blob/main/x%00y#L1`,
    `${hub}/a/b/blob/main/../x#L1`,
    `${hub}/a/b/blob/main/${'x'.repeat(500)}#L1`,
    `${hub}/orgs/github`,
    `${hub}/sponsors/someone`,
    'https://gist.github.com/a/b',
    'https://github.com.evil.example/a/b',
    'https://evil.example/github.com/a/b',
    'https://a@github.com/a/b',
    'https://github.com:8443/a/b',
    'ftp://github.com/a/b',
    'javascript:https://github.com/a/b',
    '/a/b',
    '',
  ])
    assert.equal(githubAddress(address), null, address)
})

test('builds a canonical URL that always points to GitHub and parses back to the same address', () => {
  for (const payload of xssPayloads()) {
    for (const address of [`${hub}/a/b/blob/main/${payload}#L1`, `${hub}/${payload}/b`, `${hub}/a/${payload}`]) {
      const known = githubAddress(address)
      if (!known) continue
      const again = canonicalAddress(known)
      assert.ok(again.startsWith('https://github.com/'), again)
      assert.equal(canonicalAddress(githubAddress(again)!), again)
      if (known.kind === 'snippet') assert.doesNotMatch(linesUrl(known, 'HEAD'), /[<>"\s]/)
    }
  }
})

test('uses the first ten GitHub links, without duplicates', () => {
  const links = Array.from({ length: 12 }, (_, index) => `${hub}/a/b${index}`)
  assert.deepEqual(previewAddresses(['https://a.example/', `${hub}/A/B0/`, ...links]), links.slice(0, 10))
})
