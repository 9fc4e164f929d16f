/** A repository, an issue or pull request, or a range of lines on GitHub, spelled as in the URL. */
export type GithubAddress = { owner: string; name: string } & (
  | { kind: 'repository' }
  | { kind: 'issue'; number: number }
  | { kind: 'snippet'; ref: string; path: string; from: number; to: number }
)

const hosts = new Set(['github.com', 'www.github.com'])
const ownerShape = /^[a-z\d](?:[a-z\d-]{0,38})$/i
const nameShape = /^[\w.-]{1,100}$/
const numberShape = /^[1-9]\d{0,8}$/
const linesShape = /^#L([1-9]\d{0,6})(?:C\d{1,6})?(?:-L?([1-9]\d{0,6})(?:C\d{1,6})?)?$/
const maxPathLength = 400
/** First path segments that belong to GitHub pages, not to accounts. */
const ownPages = new Set(
  (
    'about account apps codespaces collections contact customer-stories dashboard enterprise events explore features ' +
    'gist issues join login logout marketplace new notifications organizations orgs pricing pulls search security ' +
    'sessions settings signup site sponsors stars team topics trending users watching'
  ).split(' '),
)

/** Parses a GitHub URL. Returns null for other sites and for GitHub pages without a preview. */
export function githubAddress(address: string): GithubAddress | null {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || !hosts.has(url.hostname) || url.port) return null
  if (url.username || url.password) return null
  const parts = partsOf(url.pathname)
  const [owner = '', fullName = '', section, ...rest] = parts ?? []
  const name = fullName.replace(/\.git$/, '')
  if (!ownerShape.test(owner) || ownPages.has(owner.toLowerCase()) || !isName(name)) return null
  if (section === undefined) return { kind: 'repository', owner, name }
  if (section === 'blob') return snippet({ owner, name }, rest, url.hash)
  const [number = '', ...more] = rest
  if (!/^(issues|pull)$/.test(section) || more.length > 0 || !numberShape.test(number)) return null
  return { kind: 'issue', owner, name, number: Number(number) }
}

/** Returns the canonical URL for all spellings of an address. `githubAddress` can parse it. */
export function canonicalAddress(address: GithubAddress): string {
  const repository = `https://github.com/${address.owner}/${address.name}`.toLowerCase()
  if (address.kind === 'repository') return repository
  if (address.kind === 'issue') return `${repository}/issues/${address.number}`
  return `${repository}${linesAt(address, address.ref)}`
}

/** Returns the URL of the lines at a branch, tag, commit, or `HEAD`. */
export const linesUrl = (address: GithubAddress & { kind: 'snippet' }, ref: string): string =>
  `https://github.com/${address.owner}/${address.name}${linesAt(address, ref)}`

function linesAt({ path, from, to }: GithubAddress & { kind: 'snippet' }, ref: string): string {
  const file = path.split('/').map(encodeURIComponent).join('/')
  return `/blob/${encodeURIComponent(ref)}/${file}#L${from}${to > from ? `-L${to}` : ''}`
}

/** Returns the decoded path segments; null if a segment is ambiguous, such as `..` or a segment with a slash. */
function partsOf(pathname: string): string[] | null {
  try {
    const parts = pathname.replace(/\/$/, '').slice(1).split('/').map(decodeURIComponent)
    return parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[/\\\p{C}]/u.test(part))
      ? parts
      : null
  } catch {
    return null
  }
}

const isName = (name: string): boolean => nameShape.test(name) && name !== '.' && name !== '..'

/** A branch name with slashes cannot be distinguished from the file's path. In that case, GitHub returns 404 for the
 *  parsed address. */
function snippet(repository: { owner: string; name: string }, parts: string[], hash: string): GithubAddress | null {
  const [ref = '', ...file] = parts[0] === 'refs' && /^(heads|tags)$/.test(parts[1] ?? '') ? parts.slice(2) : parts
  const path = file.join('/')
  const [, first, last = first] = linesShape.exec(hash) ?? []
  if (!isName(ref) || path === '' || path.length > maxPathLength || first === undefined) return null
  const ends = [Number(first), Number(last)]
  return { kind: 'snippet', ...repository, ref, path, from: Math.min(...ends), to: Math.max(...ends) }
}
