import { command } from '../cli/command.ts'

export const start = command('start', {
  summary: 'Start the site',
  description:
    'Builds the site if sources have changed, brings the database up to date, and serves the site until it is stopped. The same as npm start.',
  examples: ['start', 'start --demo'],
})
  .option('--demo', 'Fill an empty site with ten members and their content first')
  .action(async () => void (await import('../start.ts')))
