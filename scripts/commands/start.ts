import { command } from '../cli/command.ts'

export const start = command('start', {
  summary: 'Start the site',
  description:
    'Builds the site if its sources have changed, migrates the database, and serves the site until you stop it. Same as npm start.',
  examples: ['start', 'start --demo'],
})
  .option('--demo', 'Fill an empty site with ten members and their content first')
  .action(async () => void (await import('../start.ts')))
