import path from 'node:path'

/** A file in the checkout. Its path is relative to the root and uses forward slashes. */
export interface SourceFile {
  path: string
  text: string
}

type Kind =
  | 'contract'
  | 'store'
  | 'routes'
  | 'part'
  | 'demo'
  | 'feature'
  | 'jobs'
  | 'events'
  | 'hooks'
  | 'view'
  | 'provider'
  | 'kernel'
  | 'ui'
  | 'web'
  | 'shell'
  | 'pages'
  | 'app'

/** For each kind of file, the kinds that it may import. `part` is server code shared by the feature's routes. `demo` is
 *  the feature's demo content, which builds on other features' demo content. `feature` declares what the folder
 *  contributes, and only the app imports it. `jobs` and `events` declare what other features may queue and subscribe
 *  to. `hooks` are React hooks and their helpers, which run only in browsers. Everything may import messages. */
const mayImport: Record<Kind, readonly Kind[] | 'all'> = {
  contract: ['contract'],
  store: ['contract', 'jobs', 'store', 'kernel'],
  jobs: ['contract', 'kernel'],
  events: ['contract', 'kernel'],
  part: ['contract', 'jobs', 'events', 'store', 'part', 'kernel', 'provider'],
  routes: ['contract', 'jobs', 'events', 'store', 'part', 'kernel', 'provider'],
  demo: ['contract', 'jobs', 'events', 'store', 'part', 'demo', 'kernel', 'provider'],
  feature: ['contract', 'jobs', 'events', 'store', 'part', 'routes', 'demo', 'kernel', 'provider'],
  hooks: ['contract', 'hooks', 'web'],
  view: ['contract', 'hooks', 'view', 'ui', 'web'],
  provider: ['contract', 'provider', 'kernel'],
  kernel: ['contract', 'kernel'],
  ui: ['contract', 'ui'],
  web: ['contract', 'web'],
  shell: ['contract', 'hooks', 'view', 'ui', 'web', 'shell'],
  pages: ['contract', 'store', 'part', 'hooks', 'view', 'kernel', 'ui', 'web', 'pages'],
  app: 'all',
}
/** The kinds that other features and providers may import; all other kinds are private. */
const shared: ReadonlySet<Kind> = new Set(['contract', 'jobs', 'events', 'hooks', 'view', 'demo'])
const inBrowser: ReadonlySet<Kind> = new Set(['contract', 'hooks', 'view', 'ui', 'web', 'shell'])
/** These import only contracts that belong to no feature. */
const knowsNoFeature: ReadonlySet<Kind> = new Set(['kernel', 'ui'])
const serverPackages = /^(node:|pg$|kysely$|sharp$|hono\b|@hono\/|graphile-worker$|pino)/
const notInContracts = /^(react\b|react-dom\b|@tanstack\/|wouter$)/
/** Files that have a default export because a tool requires it. */
const calledByTools = /\.config\.ts$|^tests\/journeys\/setup\/prepare-site\.ts$/
const vagueName = /^(utils?|helpers?|common|misc|lib)\b/
/** Lowercase, like all SQL here, because ordinary text may start with "Select". */
const sqlText = /[`'"]\s*(select\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s)/
const literalLink = /\b(?:href|navigate|location)\b['"]?\s*[=:(]\s*\{?\s*['"`]\/[a-z]/
const staticImport = /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]/gm
const lazyImport = /\bimport\(\s*['"]([^'"]+)['"]/g

/** Returns one sentence for each violation of the architecture. */
export function faultsOf(files: SourceFile[]): string[] {
  const parsed = files.map((file) => parse(file))
  return [...parsed.flatMap((file) => [...textFaults(file), ...importFaults(file)]), ...cycles(parsed)]
}

interface Parsed extends SourceFile {
  code: string
  /** Static imports, which are loaded before the file's code runs. */
  needs: string[]
  imports: string[]
  isTest: boolean
}

function parse({ path: name, text }: SourceFile): Parsed {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const found = (pattern: RegExp) =>
    [...code.matchAll(pattern)].map(([, first, second]) => resolve(name, (first ?? second)!))
  const needs = found(staticImport)
  const isTest = /\.test\.tsx?$/.test(name) || !name.startsWith('src/')
  return { path: name, text, code, needs, imports: [...needs, ...found(lazyImport)], isTest }
}

/** Returns the imported file's path, or the package name. */
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#tests/')) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : specifier
}

function textFaults({ path: name, code, isTest }: Parsed): string[] {
  const file = path.posix.basename(name)
  const faults: [broken: boolean, fault: string][] = [
    [vagueName.test(file), 'has a meaningless name'],
    [!calledByTools.test(name) && /^\s*export\s+default\b|\bas\s+default\b/m.test(code), 'has a default export'],
    [file.startsWith('index.') || /^\s*export\s+(\*|type\s+\*)/m.test(code), 'is a barrel'],
    [!isTest && name !== 'src/app/config.ts' && /\bprocess\.env\b/.test(code), 'reads process.env'],
    [!isTest && literalLink.test(code), 'contains the URL of a page instead of calling its href()'],
    [!isTest && !name.endsWith('.store.ts') && sqlText.test(code), 'contains SQL and is not a store'],
  ]
  return faults.filter(([broken]) => broken).map(([, fault]) => `${name} ${fault}`)
}

function importFaults(file: Parsed): string[] {
  const kind = kindOf(file.path)
  if (file.isTest || !kind) return []
  return file.imports
    .filter((target) => !isAllowed(file.path, kind, target))
    .map((target) => `${file.path} may not import ${target}`)
}

function isAllowed(from: string, kind: Kind, target: string): boolean {
  if (!target.startsWith('src/')) return isPackageAllowed(kind, target)
  const targetKind = kindOf(target)
  if (!targetKind) return !target.startsWith('tests/')
  const allowed = mayImport[kind]
  if (allowed === 'all') return true
  if (!allowed.includes(targetKind) || (knowsNoFeature.has(kind) && isOwned(target))) return false
  if (kind === 'provider' && target.startsWith('src/features/')) return false
  return kind === 'pages' || sameOwner(from, target) || !isOwned(target) || isShown(kind, target, targetKind)
}

/** Reports whether other features and providers may import the file. Features may use a whole provider, but other
 *  providers may use only its interface. */
function isShown(kind: Kind, target: string, targetKind: Kind): boolean {
  if (targetKind !== 'provider') return shared.has(targetKind)
  return kind === 'provider' ? /^src\/providers\/([^/]+)\/\1\.ts$/.test(target) : !target.endsWith('.store.ts')
}

const isPackageAllowed = (kind: Kind, name: string): boolean =>
  !name.startsWith('tests/') &&
  !(inBrowser.has(kind) && serverPackages.test(name)) &&
  !(kind === 'contract' && notInContracts.test(name))

const ownerOf = (name: string) => /^src\/(?:features\/[^/]+|providers)\/[^/]+/.exec(name)?.[0] ?? null
const isOwned = (name: string) => ownerOf(name) !== null
const sameOwner = (a: string, b: string) => ownerOf(a) === ownerOf(b)

/** Returns a file's kind based on its folder and suffix, or null for styles and other data. */
function kindOf(name: string): Kind | null {
  if (!/\.tsx?$/.test(name)) return null
  if (name.endsWith('.contract.ts')) return 'contract'
  const folder = /^src\/([^/]+)\//.exec(name)?.[1]
  if (folder === 'messages') return name.endsWith('/rich.ts') ? 'ui' : 'contract'
  if (folder === 'providers') return 'provider'
  if (name.startsWith('src/web/shell/')) return 'shell'
  if (folder === 'web' && name.endsWith('.tsx')) return 'view'
  if (folder !== 'features') return (folder ?? 'app') as Kind
  if (name.endsWith('.tsx')) return 'view'
  const suffix = /\.(store|jobs|events|routes|hooks|demo|feature)\.ts$/.exec(name)?.[1]
  return (suffix ?? 'part') as Kind
}

/** Returns the pairs of features that import each other, except in tests and demo content. */
export function mutualPairs(files: SourceFile[]): string[] {
  const pairs = new Set<string>()
  for (const { path: name, imports, isTest } of files.map((file) => parse(file))) {
    const owner = ownerOf(name)
    if (!owner || isTest || kindOf(name) === 'demo') continue
    for (const target of imports) {
      const other = ownerOf(target)
      if (other && other !== owner) pairs.add(`${owner} ${other}`)
    }
  }
  return [...pairs].filter((pair) => {
    const [one, other] = pair.split(' ')
    return one! < other! && pairs.has(`${other} ${one}`)
  })
}

/** Returns each cycle of static imports once, as a path. Lazy imports do not form cycles. */
function cycles(files: Parsed[]): string[] {
  const imports = new Map(files.map((file) => [file.path, file.needs]))
  const done = new Set<string>()
  const found: string[] = []
  function visit(name: string, trail: string[]): void {
    const at = trail.indexOf(name)
    if (at >= 0) found.push(`${[...trail.slice(at), name].join(' → ')} is a cycle`)
    if (at >= 0 || done.has(name)) return
    for (const target of imports.get(name) ?? []) visit(target, [...trail, name])
    done.add(name)
  }
  for (const name of imports.keys()) visit(name, [])
  return found
}
