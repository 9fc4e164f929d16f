/** Returns the file name of a new migration, numbered after `files`: `0066-post-tags.sql` for `Post tags`.
 *  @throws Error if the title has no letter or digit */
export function migrationName(files: string[], title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g)
  if (!words) throw new Error('Give the migration a title: npm run db:migration -- "post tags"')
  const last = Math.max(0, ...files.map((file) => Number(/^(\d{4})-.*\.sql$/.exec(file)?.[1] ?? 0)))
  return `${String(last + 1).padStart(4, '0')}-${words.join('-')}.sql`
}
