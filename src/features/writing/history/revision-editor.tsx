import type { RevisionEntry } from './history.contract.ts'
import { t } from '#messages/messages.ts'

/** The name of the member who saved a version. */
export const RevisionEditor = ({ editor }: Pick<RevisionEntry, 'editor'>) =>
  editor ? <bdi>{editor.displayName}</bdi> : <>{t('a former member')}</>
