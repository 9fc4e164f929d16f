import type { ReactNode } from 'react'
import { messageOf } from '#web/api.ts'
import { TextChanges } from './text-change.tsx'
import type { TextChange, Version, VersionChanges } from './versions.contract.ts'
import { useVersionChanges } from './versions.hooks.ts'

type Props = { version: Version }

/** What the version changed of the one before it. */
export function VersionDifference({ version }: Props) {
  const { data, error } = useVersionChanges(version.postId, version.number)
  return (
    <details className="card version-difference" open>
      <summary>What changed since version {version.number - 1}</summary>
      {data && <Changes version={version} changes={data} />}
      {!data && (
        <p className="meta">{error ? messageOf(error, 'The differences could not be loaded.') : 'Comparing…'}</p>
      )}
    </details>
  )
}

function Changes({ version, changes: { title, content, before } }: Props & { changes: VersionChanges }) {
  const isMoved = before.category.id !== version.category.id
  const isOtherKind = before.isLongForm !== version.isLongForm
  if (!title && !content && !isMoved && !isOtherKind) return <p>Nothing that can be seen.</p>
  return (
    <dl className="version-changes">
      {title && <Change name="Title" change={title} />}
      {isMoved && (
        <Fact name="Category">
          <del>{before.category.displayName}</del> <ins>{version.category.displayName}</ins>
        </Fact>
      )}
      {isOtherKind && (
        <Fact name="Kind">
          <del>{kindOf(before)}</del> <ins>{kindOf(version)}</ins>
        </Fact>
      )}
      {content && <Change name="Text" change={content} />}
    </dl>
  )
}

const kindOf = ({ isLongForm }: { isLongForm: boolean }) => (isLongForm ? 'Article' : 'Short post')

const Change = ({ name, change }: { name: string; change: TextChange }) => (
  <div>
    <dt className="overline">{name}</dt>
    <dd>
      {change.isWhole && (
        <p className="version-changes-whole">
          The two differ too much to compare: first the earlier, then the later text.
        </p>
      )}
      <TextChanges parts={change.parts} />
    </dd>
  </div>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="overline">{name}</dt>
    <dd className="text-change">{children}</dd>
  </div>
)
