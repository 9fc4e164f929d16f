import { CommentInput, MemberCommentInput } from './comments.contract.ts'
import { EntryInput, MemberEntryInput } from './guestbook.contract.ts'

// Loaded when someone starts to fill in a form.

/** Returns the schema of what is entered in the form for a comment. */
export const commentSchema = (isMember: boolean) => (isMember ? MemberCommentInput : CommentInput)

/** Returns the schema of what is entered in the guestbook's form. */
export const entrySchema = (isMember: boolean) => (isMember ? MemberEntryInput : EntryInput)
