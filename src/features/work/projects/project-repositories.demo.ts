import type { Demo } from '#kernel/demo.ts'
import { daysBefore } from '#kernel/demo.ts'
import { repositoryAt } from './project-repositories.contract.ts'
import { setPermanentFacts, type RepositoryFacts } from './project-repositories.store.ts'
import { readmeHtml } from './readme-html.ts'

interface DemoRepository {
  stars: number
  forks: number
  language: string
  license: string
  isArchived?: boolean
  release?: { name: string; daysAgo: number }
  readme?: string
}

const planReadme = `# Plan, read aloud

What \`explain (analyze, buffers)\` says, as a tree and as sentences. It runs in the browser and sends nothing anywhere.

- [Use it](#use-it)
- [What it says](#what-it-says)
- [What it does not do](#what-it-does-not-do)

## Use it

Paste a plan in either format. From a terminal, the plan can be piped into the page:

\`\`\`sh
psql -Xqt -c 'explain (analyze, buffers, format json) select …' \\
  | npx plan-read-aloud
\`\`\`

or from code:

\`\`\`ts
import { readAloud } from 'plan-read-aloud'

for (const { node, sentence, share } of readAloud(plan)) {
  console.log(\`\${(share * 100).toFixed(0)} %\`, node, sentence)
}
\`\`\`

## What it says

| Sign in the plan | Sentence |
| --- | --- |
| \`rows=1 … rows=48210\` | It expected one row and got 48,210: the statistics are old, or two columns depend on each other. |
| \`Rows Removed by Filter: 990000\` | It read a million rows to keep ten thousand. An index on the filtered column would help. |
| \`Sort Method: external merge\` | The sort did not fit into \`work_mem\` and went to disk. |
| \`loops=12000\` | This happened 12,000 times; the time shown is that of one. |

> Times of parallel workers are added up by the server. Divide before you worry.

## What it does not do

It gives no advice about hardware, and it does not rewrite queries. If a sentence is wrong for your plan, please send
the plan: each one in [\`test/plans\`](test/plans) came from someone's Monday morning.

### Versions

Plans of PostgreSQL 12 to 18 are read. Older ones mostly are, too.

## License

[MIT](LICENSE)
`

/** Repositories, keyed by the URLs of demo projects. */
const repositories: Record<string, DemoRepository> = {
  'https://github.com/mirela-dobrescu-example/plan-read-aloud': {
    stars: 2318,
    forks: 97,
    language: 'TypeScript',
    license: 'MIT',
    release: { name: 'v1.4.0', daysAgo: 9 },
    readme: planReadme,
  },
  'https://github.com/lotte-vanheemst-example/sprout': {
    stars: 846,
    forks: 41,
    language: 'Rust',
    license: 'Apache-2.0',
    release: { name: 'v0.9.2', daysAgo: 34 },
    readme: '# Sprout\n\nThe compiler is `src/main.rs`. Start reading at the top; the bottom is code generation.\n',
  },
  'https://github.com/ines-carvalhal-example/tint': {
    stars: 128,
    forks: 6,
    language: 'CSS',
    license: 'CC0-1.0',
    isArchived: true,
  },
}

/** Stores the responses that GitHub would return if the invented repository existed. GitHub is never called. */
export async function saveDemoRepository(demo: Demo, githubUrl: string): Promise<void> {
  const { db, markdown } = demo.ctx
  const address = repositoryAt(githubUrl)
  if (address === null) return
  const known = repositories[githubUrl]
  const facts = known ? factsOf(demo, githubUrl, known) : null
  const place = { path: 'README.md', repository: facts?.name ?? '', branch: 'main' }
  const html = known?.readme ? await readmeHtml(markdown, { markdown: known.readme, ...place }) : ''
  await setPermanentFacts(db, address, facts, html)
}

function factsOf(demo: Demo, url: string, { release, readme, ...known }: DemoRepository): RepositoryFacts {
  return {
    isArchived: false,
    ...known,
    name: new URL(url).pathname.slice(1),
    url,
    release: release
      ? {
          name: release.name,
          url: `${url}/releases/tag/${release.name}`,
          publishedAt: daysBefore(demo, release.daysAgo).toISOString(),
        }
      : null,
    branch: 'main',
    readmeUrl: readme ? `${url}/blob/main/README.md` : '',
  }
}
