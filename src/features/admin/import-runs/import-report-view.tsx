import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { locale, t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { useAction } from '#web/action.tsx'
import { Loaded } from '#web/loaded.tsx'
import type { ReportCounts, RunReport } from './import-report.contract.ts'
import type { ImportRun, ReportExcerpt } from './import-runs.contract.ts'
import { downloadReport, useImportExcerpt } from './import-runs.hooks.ts'

/** A run's report, with numbers, lists of items with reasons, and downloads. */
export function ImportReportView({ run }: { run: ImportRun }) {
  return (
    <Loaded
      query={useImportExcerpt(run)}
      loading={<Skeletons count={1} label={t('Loading the report')} />}
      failed={t('The report failed to load')}
    >
      {(excerpt) => (
        <>
          <p>{sentenceOf(excerpt)}</p>
          <Numbers {...excerpt} />
          <div>
            <Lists {...excerpt} />
          </div>
          <Downloads run={run} />
        </>
      )}
    </Loaded>
  )
}

function sentenceOf({ report: { isDryRun, kind, alreadyImported }, counts }: ReportExcerpt): string {
  const isNew = counts.posts + counts.drafts + counts.pages > 0
  if (!isNew && alreadyImported > 0) return t('Everything in this source ({kind}) has already been imported.', { kind })
  return isDryRun
    ? t('This is what would be imported ({kind}). Nothing has changed yet.', { kind })
    : t('This is what was imported ({kind}).', { kind })
}

function Numbers({ report, counts }: ReportExcerpt) {
  const numbers: [label: string, count: number, isProblem?: boolean][] = [
    [t('Posts'), counts.posts],
    [t('Drafts'), counts.drafts],
    [t('Pages'), counts.pages],
    [t('Projects'), report.projectsImported],
    [t('Comments'), report.commentsImported],
    [t('Pictures'), report.picturesCopied],
    [t('Redirects'), report.redirects],
    [t('Already imported'), report.alreadyImported],
    [t('Not imported'), counts.rejected, true],
  ]
  return (
    <dl className="import-numbers">
      {numbers
        .filter(([, count], place) => count > 0 || place === 0)
        .map(([label, count, isProblem]) => (
          <div key={label} data-problem={isProblem}>
            <dt>{label}</dt>
            <dd>{count.toLocaleString(locale())}</dd>
          </div>
        ))}
    </dl>
  )
}

const item = (title: ReactNode, why: ReactNode) => [title, why] as const

function Lists({ report, counts }: ReportExcerpt) {
  const unfinished = report.drafts.filter(({ why }) => why !== null)
  return (
    <>
      <List
        title={t('Not imported')}
        total={counts.rejected}
        isOpen
        entries={report.rejected.map((one) => item(one.key, one.why))}
      />
      {unfinished.length > 0 && (
        <List
          title={t('Saved as drafts, because they cannot be published')}
          total={unfinished.length}
          isOpen
          entries={unfinished.map((one) => item(one.title || one.key, one.why))}
        />
      )}
      <List title={t('Posts')} total={counts.posts} entries={report.posts.map((one) => item(titleOf(one), null))} />
      <List title={t('Pages')} total={counts.pages} entries={report.pages.map((one) => item(titleOf(one), null))} />
      <List
        title={t('Drafts')}
        total={counts.drafts}
        entries={report.drafts.map((one) => item(one.title || one.key, null))}
      />
      <List
        title={t('Notes')}
        total={counts.notes}
        entries={report.notes.map((one) => item(one.key, one.notes.join('; ')))}
      />
      <List
        title={t('Old addresses that do not redirect')}
        total={counts.redirectsRejected}
        entries={report.redirectsRejected.map((one) => item(one.from, `${one.key}: ${one.why}`))}
      />
      <List
        title={t('Pictures that were not copied')}
        total={counts.picturesFailed}
        entries={report.picturesFailed.map((one) => item(one.address, one.why))}
      />
      <List
        title={t('Tags that were left out')}
        total={counts.tagsOmitted}
        entries={report.tagsOmitted.map((one) => item(one.key, one.tags.join(', ')))}
      />
      <List
        title={t('Left out, because they are not posts or pages')}
        total={counts.skipped}
        entries={report.skipped.map((one) => item(one.key, one.why))}
      />
      {report.redirectsPending > 0 && (
        <p className="meta import-list-note">
          {t(
            '{count, plural, one {# old address of a draft will redirect once you publish it.} other {# old addresses of drafts will redirect once you publish them.}}',
            { count: report.redirectsPending },
          )}
        </p>
      )}
      {report.redirectsSkipped > 0 && (
        <p className="meta import-list-note">
          {t(
            '{count, plural, one {# old address does not redirect, because only administrators can add redirects.} other {# old addresses do not redirect, because only administrators can add redirects.}}',
            { count: report.redirectsSkipped },
          )}
        </p>
      )}
    </>
  )
}

function titleOf({ title, key, address }: RunReport['posts'][number]): ReactNode {
  const text = title || key
  return address === null ? (
    text
  ) : (
    <Link className="link" href={address}>
      {text}
    </Link>
  )
}

interface ListProps {
  title: string
  total: ReportCounts[keyof ReportCounts]
  entries: (readonly [title: ReactNode, why: ReactNode])[]
  isOpen?: boolean
}

function List({ title, total, entries, isOpen = false }: ListProps) {
  if (total === 0) return null
  return (
    <details className="import-list" open={isOpen}>
      <summary>
        {title} ({total.toLocaleString(locale())})
      </summary>
      <ul dir="auto">
        {entries.map(([title, why], place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a report's lists never change
          <li key={place}>
            {title}
            {why && <span className="meta">{why}</span>}
          </li>
        ))}
        {total > entries.length && (
          <li className="meta">
            {t('{count, plural, other {…and # more. Download the report to see them all.}}', {
              count: total - entries.length,
            })}
          </li>
        )}
      </ul>
    </details>
  )
}

function Downloads({ run }: { run: ImportRun }) {
  const failure = { title: t('Could not download the report'), fallback: t('Try again in a moment.') }
  const { run: download, isBusy } = useAction(downloadReport, failure)
  return (
    <div className="row">
      <Button size="s" icon="download" busy={isBusy} onClick={() => void download(run, 'text')}>
        {t('Download report')}
      </Button>
      <Button size="s" variant="plain" busy={isBusy} onClick={() => void download(run, 'json')}>
        {t('As JSON')}
      </Button>
    </div>
  )
}
