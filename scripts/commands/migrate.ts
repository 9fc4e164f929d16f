import { hasDatabase } from '#app/has-database.ts'
import { command } from '../cli/command.ts'
import { print, printResult } from '../cli/output.ts'
import { type Site, withSite, readSite } from '../cli/site.ts'

export const migrate = command('migrate', {
  summary: 'Migrate the database',
  description: 'Runs the migrations that the database needs for this version. `devstead start` also does this.',
  examples: ['migrate --dry-run', 'migrate'],
})
  .option('--dry-run', 'List pending migrations, run them in a transaction, and roll it back')
  .option('--json', 'Print the result as JSON')
  .action(async ({ dryRun: isDryRun = false, json }) => {
    const { config } = await readSite()
    if (isDryRun && !hasDatabase(config)) return printResult(json, { migrations: [], isDryRun }, noDatabase)
    const migrations = await withSite((site) => (isDryRun ? rehearse(site, json) : apply(site)), { migrates: false })
    printResult(json, { migrations, isDryRun }, reportOf(migrations, isDryRun))
  })

const noDatabase = 'There is no database yet. devstead start creates it.'

async function apply({ config, log, ...database }: Site): Promise<string[]> {
  const { migrateDatabase } = await import('#app/database.ts')
  return migrateDatabase(config, database, log)
}

/** Prints the migrations before they run, because the next line may be an error from one of them. */
async function rehearse({ config, ...database }: Site, isJson: boolean | undefined): Promise<string[]> {
  const { pendingMigrations, rehearseMigration } = await import('#app/database.ts')
  const pending = await pendingMigrations(database.db)
  if (!isJson && pending.length > 0) print(`Pending migrations:\n${listOf(pending)}`)
  return rehearseMigration(config, database)
}

function reportOf(migrations: string[], isDryRun: boolean): string {
  if (migrations.length === 0) return 'The database is up to date.'
  if (isDryRun) return 'All of them ran without errors and were rolled back.'
  return `Migrated the database:\n${listOf(migrations)}`
}

const listOf = (names: string[]): string => names.map((name) => `  ${name}`).join('\n')
