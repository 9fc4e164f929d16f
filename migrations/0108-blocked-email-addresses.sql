-- `email`: the address of a contact message's sender, in lowercase and without a tag after `+`.
alter table comment_blocks drop constraint comment_blocks_kind_check;
alter table comment_blocks add constraint comment_blocks_kind_check
  check (kind in ('member', 'sender', 'domain', 'email'));
