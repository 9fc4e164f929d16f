import { type Db, many, run } from '#kernel/db.ts'

/** Records the site's public URL. @returns the site's earlier URLs */
export async function recordSiteUrl(db: Db, siteUrl: string): Promise<string[]> {
  await run(db)`insert into site_urls (url) values (${siteUrl}) on conflict do nothing`
  const former = await many<{ url: string }>(db)`select url from site_urls where url <> ${siteUrl} order by url`
  return former.map(({ url }) => url)
}
