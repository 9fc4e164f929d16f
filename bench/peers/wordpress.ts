import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { freePort } from '#tests/support/site.ts'
import { startMariaDb } from './mariadb.ts'
import { everyPost, measuredPosts, type Peer, type PeerPost } from './peer.ts'
import { responds, startProgram, treeOf } from './programs.ts'

const installed = '/usr/share/wordpress'
const modules = '/usr/lib/apache2/modules'

/** Starts Debian's WordPress with its default theme, Apache, and MariaDB. @returns the site without and with a page cache */
export async function startWordPress(folder: string, posts: PeerPost[]): Promise<Peer[]> {
  const database = await startMariaDb(path.join(folder, 'wordpress-database'))
  const work = path.join(folder, 'wordpress')
  const site = path.join(work, 'site')
  fs.mkdirSync(work)
  fs.cpSync(installed, site, { recursive: true, dereference: true })
  const ports = [await freePort(), await freePort()] as const
  const { user, password, database: name } = database
  const settings = { user, password, name, host: `127.0.0.1:${database.port}`, cachedPort: String(ports[1]) }
  fs.writeFileSync(path.join(work, 'settings.json'), JSON.stringify(settings))
  fs.writeFileSync(path.join(work, 'posts.json'), JSON.stringify(posts))
  const files = path.join(import.meta.dirname, 'wordpress')
  fs.copyFileSync(path.join(files, 'wp-config.php'), path.join(site, 'wp-config.php'))
  fs.copyFileSync(path.join(files, 'advanced-cache.php'), path.join(site, 'wp-content/advanced-cache.php'))
  fs.mkdirSync(path.join(work, 'cache'))
  execFileSync(
    'php',
    [path.join(files, 'fill.php'), site, path.join(work, 'posts.json'), `http://127.0.0.1:${ports[0]}`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  execFileSync('chown', ['-R', 'www-data', work])
  fs.writeFileSync(path.join(work, 'apache.conf'), configOf(work, site, ports))
  const apache = await startProgram('apache2', ['-DFOREGROUND', '-f', path.join(work, 'apache.conf')], {
    isReady: () => responds(`http://127.0.0.1:${ports[0]}/`),
  })
  const version = /\$wp_version = '([\d.]+)'/.exec(
    fs.readFileSync(path.join(site, 'wp-includes/version.php'), 'utf8'),
  )![1]
  const { post, article } = measuredPosts(posts)
  const paths = {
    home: ['/'],
    post: [`/${post.slug}/`],
    article: [`/${article.slug}/`],
    [everyPost]: posts.map(({ slug }) => `/${slug}/`),
    RSS: ['/feed/'],
    'JSON, 15 posts': ['/wp-json/wp/v2/posts?per_page=15'],
  }
  const peer = {
    paths,
    pids: () => [...treeOf(apache.pid), ...treeOf(database.pid)],
    async stop() {
      await apache.stop()
      await database.stop()
    },
  }
  return [
    { ...peer, name: `WordPress ${version}`, url: `http://127.0.0.1:${ports[0]}` },
    {
      ...peer,
      name: `WordPress ${version} with a page cache`,
      url: `http://127.0.0.1:${ports[1]}`,
      stop: async () => {},
    },
  ]
}

/** Debian's defaults for the prefork module, which PHP's module requires. */
const configOf = (work: string, site: string, ports: readonly number[]) => `
ServerRoot ${work}
ServerName 127.0.0.1
PidFile ${work}/apache.pid
ErrorLog ${work}/error.log
User www-data
Group www-data
LoadModule mpm_prefork_module ${modules}/mod_mpm_prefork.so
LoadModule authz_core_module ${modules}/mod_authz_core.so
LoadModule dir_module ${modules}/mod_dir.so
LoadModule mime_module ${modules}/mod_mime.so
LoadModule filter_module ${modules}/mod_filter.so
LoadModule deflate_module ${modules}/mod_deflate.so
LoadModule rewrite_module ${modules}/mod_rewrite.so
LoadModule php_module ${modules}/libphp8.2.so
TypesConfig /etc/mime.types
AddOutputFilterByType DEFLATE text/html text/css text/javascript application/javascript application/json application/rss+xml
StartServers 5
MinSpareServers 5
MaxSpareServers 10
MaxRequestWorkers 150
KeepAlive On
MaxKeepAliveRequests 100
KeepAliveTimeout 5
${ports.map((port) => `Listen 127.0.0.1:${port}`).join('\n')}
DocumentRoot ${site}
<Directory ${site}>
  DirectoryIndex index.php
  <FilesMatch "\\.php$">
    SetHandler application/x-httpd-php
  </FilesMatch>
  RewriteEngine On
  RewriteRule ^index\\.php$ - [L]
  RewriteCond %{REQUEST_FILENAME} !-f
  RewriteCond %{REQUEST_FILENAME} !-d
  RewriteRule . /index.php [L]
</Directory>
`
