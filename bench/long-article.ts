const paragraph =
  'Measure first, then change one thing, then measure again. A **profile** of a real page beats every rule of thumb, and ' +
  'a [short note](https://example.org/notes) about what you found saves the next person an afternoon. `EXPLAIN` first.'

const code = [
  '```typescript',
  'export async function nextJob(queue: Queue): Promise<Job | null> {',
  '  const [job] = await queue.take({ limit: 1, lockedFor: 30_000 })',
  "  if (job === undefined) return null // the queue is empty, so 'idle' is reported",
  '  return { ...job, attempts: job.attempts + 1 }',
  '}',
  '```',
]

const list = ['- small steps', '- short functions', '- honest names', '  1. of files', '  2. of columns']

const table = ['| Query | Rows | Time |', '|---|--:|--:|', '| feed | 20 | 1.2 ms |', '| search | 10 | 3.4 ms |']

/** Returns Markdown of about `length` characters: headings, prose, code, lists, tables, and pictures. */
export function longArticle(length: number, picture: string): string {
  let text = ''
  for (let section = 1; text.length < length; section++)
    text += [
      `## Section ${section}`,
      paragraph,
      code.join('\n'),
      `${paragraph} ${paragraph}`,
      list.join('\n'),
      `> ${paragraph}`,
      `![Picture ${section}](${picture})`,
      table.join('\n'),
      '',
    ].join('\n\n')
  return text.slice(0, text.lastIndexOf('\n\n', length))
}
