import { daysBefore, type DemoPart } from '#kernel/demo.ts'
import type { GithubFacts } from './github-previews.contract.ts'
import { addPermanentFacts } from './github-previews.store.ts'

const repository = 'https://github.com/kaito-hoshizawa-example/balcony-sensor'
const commit = '5c1f0e7ab9d24c6f8e3a17b0d5296ce4471fa83d'
const lines = `
/// Answers every read from a slice, in order, and remembers what was asked.
pub struct FakeBus<'a> {
    answers: &'a [u8],
    pub asked: heapless::Vec<u8, 16>,
}

impl I2c for FakeBus<'_> {
    type Error = NoAnswer;

    fn write_read(&mut self, addr: u8, _out: &[u8], into: &mut [u8]) -> Result<(), NoAnswer> {
        self.asked.push(addr).map_err(|_| NoAnswer)?;
        let (now, later) = self.answers.split_at_checked(into.len()).ok_or(NoAnswer)?;
        into.copy_from_slice(now);
        self.answers = later;
        Ok(())
    }
`

const facts: Record<string, GithubFacts> = {
  [repository]: {
    kind: 'repository',
    name: 'kaito-hoshizawa-example/balcony-sensor',
    description: 'Temperature, pressure and rain on a balcony, every ten minutes, for two years on one battery.',
    language: 'Rust',
    stars: 1284,
    forks: 61,
    isArchived: false,
  },
  [`${repository}/blob/${commit}/src/fake_bus.rs#L8-L23`]: {
    kind: 'snippet',
    lines: lines.trim().split('\n'),
    commit,
    since: 'changed',
  },
}

/** Stores the responses that GitHub would return if the invented repository existed. Runs before the posts that link to
 *  it are created. */
export const githubPreviewsDemo: DemoPart = async (demo) => {
  const readAt = daysBefore(demo, 33)
  for (const [address, of] of Object.entries(facts)) await addPermanentFacts(demo.ctx.db, address, of, readAt)
}
